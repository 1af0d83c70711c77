import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { loadScreen } from './load-screen';

const ui = 'https://portal.test/ui.js';
const parcel = 'https://portal.test/auth.js';

let loader: TestLoader;
beforeAll(async () => {
  loader = await startTestLoader({ imports: { '@portico/ui': ui, '@portico/auth': parcel } });
});
afterAll(() => loader.close());

it('requests the parcel of the address and, without waiting for it, the components', async () => {
  const requested = Promise.all(
    [ui, parcel].map(
      (address) =>
        new Promise<void>((resolve) => {
          loader.files.set(address, () => {
            resolve();
            return new Promise(() => {});
          });
        }),
    ),
  );
  await loader.portal.reset();
  loader.portal.visit('/signin');
  loadScreen();
  await requested;
  expect(loader.fetched.sort()).toEqual([parcel, ui]);
});

import { announceImportMap } from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { lookAtLiveMap, ownImports } from './live-map';
import { startUpdates } from './start-updates';

let loader: TestLoader;
let tab: BroadcastChannel;

beforeAll(async () => {
  loader = await startTestLoader({ imports: { '@module/smsa': 'https://cdn.test/smsa/1/app.js' } });
  startUpdates();
  tab = new BroadcastChannel('portico:import-map');
});
afterAll(async () => {
  tab.close();
  await loader.close();
});

const deploy = (version: number) => {
  loader.live.map = { imports: { '@module/smsa': `https://cdn.test/smsa/${version}/app.js` } };
};
const own = () => ownImports()['@module/smsa'];

it('looks at the live map when a change is announced, also right after another look', async () => {
  await lookAtLiveMap();
  deploy(2);
  announceImportMap();
  await waitFor(() => expect(own()).toBe('https://cdn.test/smsa/2/app.js'));
});

it('hears of it from other tabs', async () => {
  deploy(3);
  tab.postMessage('CHANGED');
  await waitFor(() => expect(own()).toBe('https://cdn.test/smsa/3/app.js'));
});

it('asks once for many announcements, and the last one counts', async () => {
  const before = loader.live.looks;
  for (let version = 4; version < 50; version += 1) {
    deploy(version);
    announceImportMap();
  }
  await waitFor(() => expect(own()).toBe('https://cdn.test/smsa/49/app.js'));
  expect(loader.live.looks).toBe(before + 1);
});

it('waits in a tab that nobody looks at until somebody does', async () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  const before = loader.live.looks;
  deploy(50);
  announceImportMap();
  // The part for updates is there by now, so that it has been heard after this.
  await new Promise((resolve) => setTimeout(resolve));
  expect(loader.live.looks).toBe(before);
  visibility.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(own()).toBe('https://cdn.test/smsa/50/app.js'));
});

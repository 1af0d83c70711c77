import { getActiveImports } from '../reports/attribute';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { createImportMapHooks } from './fallback';

const canary = 'https://cdn.test/smsa/2/app.js';
const hooks = createImportMapHooks('@module/smsa');

let loader: TestLoader;
beforeAll(async () => {
  const map = { imports: { '@module/smsa': 'https://cdn.test/smsa/1/app.js' } };
  loader = await startTestLoader(map, { dependsOnUser: true });
  await loader.portal.reset();
});
afterAll(() => loader.close());

it('waits for the map of the signed-in user, once, and does not wait before the sign-in', async () => {
  await hooks.beforeImport();
  expect(loader.live.requests).toBe(0);
  loader.live.map = { imports: { '@module/smsa': canary } };
  await loader.portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, [
    { name: 'SMSA', module: 'smsa', description: '' },
  ]);
  await hooks.beforeImport();
  expect(getActiveImports()['@module/smsa']).toBe(canary);
  await hooks.beforeImport();
  expect(loader.live.requests).toBe(1);
});

import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { ownImports } from '../updates/live-map';
import { createModuleTrial } from './module-trial';

const canary = 'https://cdn.test/smsa/2/app.js';
const trial = createModuleTrial('@module/smsa');

let loader: TestLoader;
beforeAll(async () => {
  const map = { imports: { '@module/smsa': 'https://cdn.test/smsa/1/app.js' } };
  loader = await startTestLoader(map, { dependsOnUser: true });
  await loader.portal.reset();
});
afterAll(() => loader.close());

it('waits for the map of whoever has signed in, once, and for none before', async () => {
  await trial.prepare();
  expect(loader.live.looks).toBe(0);
  loader.live.map = { imports: { '@module/smsa': canary } };
  await loader.portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, [
    { name: 'SMSA', module: 'smsa', description: '' },
  ]);
  await trial.prepare();
  expect(ownImports()['@module/smsa']).toBe(canary);
  await trial.prepare();
  expect(loader.live.looks).toBe(1);
});

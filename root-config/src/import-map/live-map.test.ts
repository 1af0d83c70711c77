import { evaluatedModules } from '../module-host/module-import';
import { getActiveImports } from '../reports/attribute';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { refreshLiveMap } from './live-map';

const imports = {
  '@module/fresh': 'https://cdn.test/fresh/1.js',
  '@module/running': 'https://cdn.test/running/1.js',
  '@module/overridden': 'https://cdn.test/overridden/1.js',
  '@portico/profile': 'https://cdn.test/profile/1.js',
};
const overrides = { '@module/overridden': 'http://localhost:9200/module.js' };

let loader: TestLoader;
beforeAll(async () => {
  loader = await startTestLoader({ imports });
  const script = { type: 'systemjs-importmap', id: 'import-map-overrides' };
  const textContent = JSON.stringify({ imports: overrides });
  document.head.append(Object.assign(document.createElement('script'), { ...script, textContent }));
  System.addImportMap({ imports: overrides });
});
afterAll(() => loader.close());

test('a module that does not run moves, one that runs, an override and the shell keep their addresses', async () => {
  evaluatedModules.set('@module/running', imports['@module/running']);
  const moved = Object.entries(imports).map(([name, address]) => [name, address.replace('1.js', '2.js')]);
  loader.live.map = { imports: { ...Object.fromEntries(moved), '@module/new': 'https://cdn.test/new/1.js' } };
  await expect(refreshLiveMap()).resolves.toBe(true);
  expect(getActiveImports()).toEqual({
    ...imports,
    ...overrides,
    '@module/fresh': 'https://cdn.test/fresh/2.js',
    '@module/new': 'https://cdn.test/new/1.js',
  });
});

test('a refresh is repeated, unless one since the given time is enough', async () => {
  const since = performance.now();
  const { requests } = loader.live;
  await refreshLiveMap();
  expect(loader.live.requests).toBe(requests + 1);
  await refreshLiveMap('no-store', since);
  expect(loader.live.requests).toBe(requests + 1);
  await refreshLiveMap();
  expect(loader.live.requests).toBe(requests + 2);
});

test('a portal that cannot be reached is not reported, and the map stays', async () => {
  const before = getActiveImports();
  loader.live.isReachable = false;
  await expect(refreshLiveMap()).resolves.toBe(false);
  expect(getActiveImports()).toEqual(before);
});

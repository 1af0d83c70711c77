import { addEntries, findEntry } from '@portico/shared';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { loadEsModules } from './es-modules';
import { ModuleImport } from './module-import';

const imports = {
  '@module/vite': 'https://cdn.test/vite/1.js',
  '@module/broken': 'https://cdn.test/broken/1.js',
  '@module/system': 'https://cdn.test/system/1.js',
};
const entries = {
  [imports['@module/vite']]: { form: 'es-module' as const },
  [imports['@module/broken']]: { form: 'es-module' as const },
};

const importNatively = jest.fn(async (address: string): Promise<System.Module> => ({ address }));

let loader: TestLoader;
beforeAll(async () => {
  loader = await startTestLoader({ imports, entries });
  loadEsModules({ resolveEntry: (address) => findEntry(address).form, importNatively });
});
beforeEach(() => {
  importNatively.mockClear();
  loader.fetched.length = 0;
});
afterAll(() => loader.close());

test('an ES module is imported by the browser, other forms by SystemJS', async () => {
  await expect(new ModuleImport('@module/vite').load()).resolves.toMatchObject({ address: imports['@module/vite'] });
  expect(loader.fetched).toEqual([]);
  loader.files.set(imports['@module/system'], async () => ({ form: 'system' }));
  await expect(new ModuleImport('@module/system').load()).resolves.toMatchObject({ form: 'system' });
  expect(importNatively.mock.calls).toEqual([[imports['@module/vite']]]);
});

test('once forgotten, it is evaluated again from a fresh address', async () => {
  const again = new ModuleImport('@module/vite');
  await again.load();
  // The chunks of it stay evaluated, so their styles have to stay.
  expect(again.forget()).toBe(false);
  await again.load();
  expect(importNatively.mock.lastCall).toEqual([`${imports['@module/vite']}?retry=1`]);
});

test.each([
  'Failed to fetch dynamically imported module: https://cdn.test/broken/1.js',
  'error loading dynamically imported module: https://cdn.test/broken/1.js',
  'Importing a module script failed.',
])('one that did not load is requested again: %s', async (message) => {
  importNatively.mockRejectedValueOnce(new TypeError(message));
  await expect(new ModuleImport('@module/broken').load()).resolves.toBeDefined();
  expect(importNatively).toHaveBeenCalledTimes(2);
  System.delete(imports['@module/broken']);
});

test('one that throws is not', async () => {
  importNatively.mockRejectedValueOnce(new TypeError('x is not a function'));
  await expect(new ModuleImport('@module/broken').load()).rejects.toMatchObject({ kind: 'load-error' });
  expect(importNatively).toHaveBeenCalledTimes(1);
});

test('an entry of a later map is known by its absolute address', () => {
  addEntries({ '/modules/late/1/portal.js': { form: 'es-module' } });
  expect(findEntry(new URL('/modules/late/1/portal.js', location.href).href)).toEqual({ form: 'es-module' });
});

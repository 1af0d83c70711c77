import { evaluatedModules } from './evaluated-modules';
import { ModuleImport } from './module-import';

const imports: Record<string, string> = {
  '@module/here': 'https://cdn.test/here/1.js',
  '@module/moved': 'https://cdn.test/moved/1.js',
  '@module/broken': 'https://cdn.test/broken/1.js',
  '@module/loaded': 'https://cdn.test/loaded/1.js',
  '@module/overridden': 'https://cdn.test/overridden/1.js',
  '@portico/profile': 'https://cdn.test/profile/1.js',
};
const overrides = { '@module/overridden': 'http://localhost:9200/module.js' };
const next = (address: string) => address.replace('1.js', '2.js');
const files = new Set<string>();
const asked: string[] = [];
const loaded = new ModuleImport('@module/loaded');

beforeAll(async () => {
  document.head.innerHTML = `
    <script type="application/json" id="portico-configuration">{}</script>
    <script type="application/json" id="portico-state">{}</script>
    <script type="systemjs-importmap">${JSON.stringify({ imports })}</script>
    <script type="systemjs-importmap" id="import-map-overrides">${JSON.stringify({ imports: overrides })}</script>`;
  // The loader of the page, which tests do not have.
  const own = { ...imports, ...overrides };
  Object.assign(window, {
    System: {
      resolve(name: string) {
        const address = name.includes(':') ? name : Reflect.get(own, name);
        if (address === undefined) throw new Error(`${name} is not in the map.`);
        return address;
      },
      async import(address: string) {
        asked.push(address);
        if (!files.has(address)) throw new SyntaxError('This is no script.');
        return { address };
      },
      has: () => false,
      delete: () => false,
      getImportMap: () => ({ imports: { ...own }, integrity: {} }),
      addImportMap: (added: System.ImportMap) => Object.assign(own, added.imports),
    },
  });
  // After a deploy of everything, and of a module that was not there before.
  const live = Object.fromEntries(Object.entries(imports).map(([name, address]) => [name, next(address)]));
  const text = JSON.stringify({ imports: { ...live, '@module/new': 'https://cdn.test/new/1.js' } });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(text));
  // Before anybody has asked for the live map.
  files.add(addressOf('@module/loaded'));
  await loaded.load();
});
beforeEach(() => {
  files.clear();
  asked.length = 0;
});
afterAll(() => jest.restoreAllMocks());

const addressOf = (name: string) => imports[name] ?? '';
const load = (name: string) => new ModuleImport(name).load();

test('what loads is kept as what runs in this tab', async () => {
  files.add(addressOf('@module/here'));
  await expect(load('@module/here')).resolves.toEqual({ address: addressOf('@module/here') });
  expect(evaluatedModules.get('@module/here')).toBe(addressOf('@module/here'));
});

test('a module whose address is gone is loaded from where the live map has it', async () => {
  const address = next(addressOf('@module/moved'));
  files.add(address);
  await expect(load('@module/moved')).resolves.toEqual({ address });
  expect(asked).toEqual([addressOf('@module/moved'), address]);
  expect(evaluatedModules.get('@module/moved')).toBe(address);
});

test('a module that has come with a deploy is found', async () => {
  files.add('https://cdn.test/new/1.js');
  await expect(load('@module/new')).resolves.toEqual({ address: 'https://cdn.test/new/1.js' });
});

test('one that is nowhere fails, where it was looked for last', async () => {
  await expect(load('@module/broken')).rejects.toMatchObject({
    kind: 'load-error',
    address: next(addressOf('@module/broken')),
  });
  await expect(load('@module/nobody')).rejects.toMatchObject({ kind: 'not-installed' });
  expect(evaluatedModules.has('@module/broken')).toBe(false);
});

test('a module that has run in this tab, an override, and a part of the shell stay where they are', async () => {
  loaded.forget();
  await expect(loaded.load()).rejects.toMatchObject({ address: addressOf('@module/loaded') });
  await expect(load('@module/overridden')).rejects.toMatchObject({ address: 'http://localhost:9200/module.js' });
  await expect(load('@portico/profile')).rejects.toMatchObject({ address: addressOf('@portico/profile') });
  expect(asked).toHaveLength(3);
});

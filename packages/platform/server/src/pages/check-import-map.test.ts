import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBuildImportMap } from '../registry/build-files';
import { testServer } from '../testing/start-test-server';
import { createMapCheck } from './check-import-map';
import { createShellFileStore, shellFiles } from './shell-file-store';

const built = {
  imports: {
    react: '/@portico/core.1.js',
    'single-spa': '/@portico/core.1.js',
    '@portico/auth': '/@portico/auth.1.js',
    '@module/welcome': 'http://localhost:9100/welcome.js',
  },
  integrity: { '/@portico/auth.1.js': 'sha256-b25l' },
};
const { react, '@module/welcome': _, ...withoutReact } = built.imports;
const imports = { react, ...withoutReact };

const dist = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
const file = path.join(dist, 'map.json');
mkdirSync(path.join(dist, '@portico'));
writeFileSync(path.join(dist, 'import-map.json'), JSON.stringify(built));
for (const name of ['core.1.js', 'auth.1.js']) writeFileSync(path.join(dist, '@portico', name), '');

const server = testServer();
const log: string[] = [];
const asked: string[] = [];
let isUsable: () => Promise<boolean>;
beforeAll(() => {
  const store = createShellFileStore(server.database, server.now);
  isUsable = createMapCheck({
    file,
    distDirectory: dist,
    readBase: createBuildImportMap(dist, file),
    moduleOrigins: ['https://modules.test'],
    store: {
      has: (name) => {
        asked.push(name);
        return store.has(name);
      },
    },
    log: { error: (line: unknown) => log.push(String(line)) },
  });
});
beforeEach(() => log.splice(0));

async function check(map: object): Promise<boolean> {
  writeFileSync(file, JSON.stringify(map));
  return isUsable();
}

test('a map with all names and files of the shell is usable', async () => {
  expect(await check({ imports: { ...imports, '@module/smsa': 'https://modules.test/a.js' } })).toBe(true);
  expect(log).toEqual([]);
});

test.each([
  ['a library', { imports: withoutReact }, 'lacks "react", which the shell needs'],
  [
    'a file',
    { imports: { ...imports, '@portico/auth': '/@portico/auth.0.js' } },
    'has "@portico/auth" at /@portico/auth.0.js, and there is no such file',
  ],
  [
    'the integrity of a file',
    { imports, integrity: { '/@portico/auth.1.js': 'sha256-dHdv' } },
    'has a wrong integrity of /@portico/auth.1.js',
  ],
  ['an end', { imports, import: {} }, 'cannot be used: map.json: It has an unknown key "import".'],
])('a map without %s is not usable, and the log says so once', async (_, map, problem) => {
  expect(await check(map)).toBe(false);
  expect(await isUsable()).toBe(false);
  expect(log).toEqual([`The import map ${file} ${problem}`]);
  expect(await check({ imports })).toBe(true);
});

test('files of other builds on the database exist too, until they are deleted', async () => {
  await server.database.insert(shellFiles).values({ name: 'auth.2.js', brotli: Buffer.from(''), seenAt: server.now() });
  expect(await check({ imports: { ...imports, '@portico/auth': '/@portico/auth.2.js' } })).toBe(true);
  await server.database.delete(shellFiles);
  expect(await isUsable()).toBe(false);
});

test('concurrent calls share one check', async () => {
  await server.database.insert(shellFiles).values({ name: 'auth.3.js', brotli: Buffer.from(''), seenAt: server.now() });
  writeFileSync(file, JSON.stringify({ imports: { ...imports, '@portico/auth': '/@portico/auth.3.js' } }));
  asked.splice(0);
  expect(await Promise.all([isUsable(), isUsable(), isUsable()])).toEqual([true, true, true]);
  expect(asked).toEqual(['auth.3.js']);
  expect(await isUsable()).toBe(true);
  expect(asked).toHaveLength(2);
});

test('a file that is deleted later is noticed', async () => {
  expect(await check({ imports })).toBe(true);
  rmSync(path.join(dist, '@portico/auth.1.js'));
  expect(await isUsable()).toBe(false);
});

test('names at origins that pages block are named, also those of scopes', async () => {
  const scopes = { '/smsa/': { '@acme/style': 'https://modules.test.evil/2.js' } };
  await check({ imports: { ...imports, '@module/stock': 'https://other.test/1.js' }, scopes });
  expect(log[0]).toMatch(
    /: "@module\/stock" at https:\/\/other\.test\/1\.js, "@acme\/style" at https:\/\/modules\.test\.evil\/2\.js$/,
  );
});

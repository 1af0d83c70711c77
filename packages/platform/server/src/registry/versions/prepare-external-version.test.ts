import { createHash } from 'node:crypto';
import { ApiError } from '../../http/api-error';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startModuleHost } from '../../testing/start-module-host';
import { computeDigest } from '../../testing/test-publishing';
import { requireTrustedAddress } from './addresses';
import { createEntryParsers } from './entry-parser';
import { prepareExternalEntry, prepareExternalVersion } from './prepare-external-version';

const host = startBeforeTests(startModuleHost);
beforeEach(() => {
  host.files.clear();
  host.asked.length = 0;
});

const toIntegrity = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Hosts these contents by name in this folder, and returns the files. */
function hostFiles(folder: string, contents: Record<string, string>) {
  for (const [name, content] of Object.entries(contents)) host.files.set(`${folder}${name}`, { content });
  return Object.entries(contents).map(([name, content]) => ({ name, digest: computeDigest(content) }));
}

const parseEntry = createEntryParsers()({ id: 'team', signal: new AbortController().signal });
const requireAllowed = async (address: string) => requireTrustedAddress(address, [host.origin]);

const prepare = (files: ReturnType<typeof hostFiles>, more: { version?: string; url?: string; entry?: string } = {}) =>
  prepareExternalVersion(
    {
      module: 'smsa',
      entry: 'app.js',
      policy: {},
      styles: [],
      preloads: ['chunks/a.js'],
      url: `${host.origin}/smsa/1/`,
      files,
      ...more,
    },
    requireAllowed,
    parseEntry,
  );

async function readRefusal(...parameters: Parameters<typeof prepare>): Promise<string> {
  const error = await prepare(...parameters).catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw error;
  return `${error.status} ${error.code} ${Object.values(error.values).join(' ')}`.replaceAll(host.origin, '');
}

test('every file is fetched, and files that a module loads get an integrity by address', async () => {
  const contents = { 'app.js': 'entry', 'chunks/a.js': 'chunk', 'app.css': 'sheet', 'logo.png': 'picture' };
  const prepared = await prepare(hostFiles('/smsa/1/', contents), { version: '1.0.0' });
  expect(prepared).toMatchObject({
    module: 'smsa',
    version: '1.0.0',
    address: `${host.origin}/smsa/1/app.js`,
    preloads: [`${host.origin}/smsa/1/chunks/a.js`],
    files: [],
  });
  expect(prepared.integrity).toEqual({
    [`${host.origin}/smsa/1/app.js`]: toIntegrity('entry'),
    [`${host.origin}/smsa/1/chunks/a.js`]: toIntegrity('chunk'),
    [`${host.origin}/smsa/1/app.css`]: toIntegrity('sheet'),
  });
  expect(host.asked.toSorted()).toEqual([
    '/smsa/1/app.css',
    '/smsa/1/app.js',
    '/smsa/1/chunks/a.js',
    '/smsa/1/logo.png',
  ]);
});

test('the manifest of a federation is fetched once, and compared as every file', async () => {
  const remoteEntry = { name: 'app.js', path: '' };
  const manifest = JSON.stringify({ metaData: { remoteEntry }, exposes: [{ path: './app' }], shared: [] });
  const contents = { 'mf-manifest.json': manifest, 'app.js': 'entry', 'chunks/a.js': 'chunk' };
  const files = hostFiles('/smsa/1/', contents);
  const entry = { entry: 'mf-manifest.json' };
  expect(await prepare(files, entry)).toMatchObject({ address: `${host.origin}/smsa/1/app.js` });
  expect(host.asked.toSorted()).toEqual(['/smsa/1/app.js', '/smsa/1/chunks/a.js', '/smsa/1/mf-manifest.json']);
  host.files.set('/smsa/1/mf-manifest.json', { content: `${manifest} ` });
  expect(await readRefusal(files, entry)).toBe('400 file-differs mf-manifest.json');
});

test('a version without a name is named by content and address, in any order of its files', async () => {
  const files = hostFiles('/smsa/1/', { 'app.js': 'entry', 'a.js': 'chunk' });
  const named = await prepare(files);
  expect(named.version).toMatch(/^[0-9a-f]{12}$/);
  expect(await prepare(files.toReversed())).toMatchObject({ version: named.version, fingerprint: named.fingerprint });
  const moved = hostFiles('/smsa/2/', { 'app.js': 'entry', 'a.js': 'chunk' });
  const elsewhere = await prepare(moved, { url: `${host.origin}/smsa/2/` });
  expect(elsewhere.version).not.toBe(named.version);
  const changed = await prepare(hostFiles('/smsa/1/', { 'app.js': 'entry', 'a.js': 'chunk!' }));
  expect(changed.version).not.toBe(named.version);
});

test('a file with other content than declared is refused by name', async () => {
  const files = hostFiles('/smsa/1/', { 'app.js': 'entry', 'chunks/a.js': 'chunk' });
  host.files.set('/smsa/1/chunks/a.js', { content: 'tampered' });
  expect(await readRefusal(files)).toBe('400 file-differs chunks/a.js');
});

test('a file that is missing, redirects or is not a script is refused', async () => {
  const files = hostFiles('/smsa/1/', { 'app.js': 'entry', 'a.js': 'chunk' });
  host.files.delete('/smsa/1/a.js');
  expect(await readRefusal(files)).toBe('400 address-not-ok /smsa/1/a.js 404');
  host.files.set('/smsa/1/a.js', { status: 302, headers: { location: 'https://evil.example/a.js' } });
  expect(await readRefusal(files)).toBe('400 address-redirects /smsa/1/a.js https://evil.example/a.js');
  host.files.set('/smsa/1/a.js', { content: 'chunk', headers: { 'content-type': 'text/plain' } });
  expect(await readRefusal(files)).toBe('400 address-not-javascript /smsa/1/a.js text/plain');
});

test('an entry that is empty or not a script is refused, also if only its address is known', async () => {
  for (const content of ['', '<html>', 'export default {']) {
    expect(await readRefusal(hostFiles('/smsa/1/', { 'app.js': content, 'a.js': '<html>' }))).toMatch(
      /^400 entry-not-script app\.js /,
    );
    const entry = { module: 'smsa', address: `${host.origin}/smsa/1/app.js` };
    await expect(prepareExternalEntry(entry, requireAllowed, parseEntry)).rejects.toMatchObject({
      status: 400,
      code: 'entry-not-script',
    });
  }
});

test('an entry is not fetched after the timeout of the call', async () => {
  hostFiles('/smsa/1/', { 'app.js': 'entry' });
  const entry = { module: 'smsa', address: `${host.origin}/smsa/1/app.js` };
  await expect(prepareExternalEntry(entry, requireAllowed, parseEntry, AbortSignal.abort())).rejects.toMatchObject({
    status: 400,
    code: 'address-unreachable',
  });
  expect(host.asked).toEqual([]);
});

test('the address of a container has to be allowed as that of its manifest, before it is fetched', async () => {
  const remoteEntry = { name: 'remoteEntry.js' };
  const manifest = JSON.stringify({ metaData: { remoteEntry }, exposes: [{ path: './app' }] });
  hostFiles('/smsa/1/', { 'mf-manifest.json': manifest, 'remoteEntry.js': 'entry' });
  const refusal = new ApiError(400, 'address-local', { values: { origin: host.origin } });
  const requireManifest = async (address: string) => {
    if (address.endsWith('.js')) throw refusal;
    return requireAllowed(address);
  };
  const entry = { module: 'smsa', address: `${host.origin}/smsa/1/mf-manifest.json` };
  await expect(prepareExternalEntry(entry, requireManifest, parseEntry)).rejects.toBe(refusal);
  expect(host.asked).toEqual(['/smsa/1/mf-manifest.json']);
});

test('nothing is fetched from an untrusted folder', async () => {
  const files = hostFiles('/smsa/1/', { 'app.js': 'entry' });
  expect(await readRefusal(files, { url: 'https://evil.example/smsa/' })).toBe(
    '400 address-untrusted https://evil.example',
  );
  expect(await readRefusal(files, { url: `${host.origin}/smsa/?at=/` })).toBe('400 invalid-request ');
  expect(host.asked).toEqual([]);
});

test('many files are fetched a few at a time', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `chunks/${index}.js`);
  const contents = Object.fromEntries(['app.js', ...names].map((name) => [name, `// ${name}`]));
  const { integrity } = await prepare(hostFiles('/smsa/1/', contents));
  expect(Object.keys(integrity)).toHaveLength(101);
  expect(host.busiest()).toBeLessThanOrEqual(6);
});

test('all files together have the size limit of a version', async () => {
  const content = 'x'.repeat(9 * 1024 * 1024);
  const names = ['app.js', 'a.js', 'b.js', 'c.js', 'd.js', 'e.js'];
  expect(await readRefusal(hostFiles('/smsa/1/', Object.fromEntries(names.map((name) => [name, content]))))).toBe(
    '413 version-too-large ',
  );
});

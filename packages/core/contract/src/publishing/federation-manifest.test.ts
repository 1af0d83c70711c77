import { isFederationManifest, parseFederationManifest } from './federation-manifest';

const remoteEntry = { name: 'remoteEntry.js', path: '', type: 'global' };
const assets = { js: { sync: ['app.js'], async: ['late.js'] }, css: { sync: ['app.css'], async: [] } };
const parse = (exposes: object[], more: object = {}) =>
  parseFederationManifest(JSON.stringify({ metaData: { globalName: 'shop', remoteEntry, ...more }, exposes }));

test('a manifest leads to the container, its global, what it exposes, and the files of that', () => {
  expect(parse([{ path: './other' }, { path: './app', assets }])).toEqual({
    entry: 'remoteEntry.js',
    global: 'shop',
    expose: './app',
    scripts: ['app.js'],
  });
});

test.each([
  ['in capitals', [{ path: './other' }, { path: './App' }], './App'],
  ['by any name, if it is the only one', [{ path: './Shop' }], './Shop'],
])('the module may be exposed %s', (_how, exposes, expose) => {
  expect(parse(exposes)).toMatchObject({ expose, scripts: [] });
});

test.each(['static', 'static/', '/static/', './static'])('the container may be in the folder %s', (path) => {
  expect(parse([{ path: './app' }], { remoteEntry: { name: 'entry.js', path } }).entry).toBe('static/entry.js');
});

test('a manifest without a module, or of something else, says so', () => {
  expect(() => parse([{ path: './a' }, { path: './b' }])).toThrow('It exposes ./a, ./b, not "./app".');
  expect(() => parse([])).toThrow('It exposes nothing, not "./app".');
  expect(() => parseFederationManifest('{}')).toThrow(/metaData/);
});

test('a manifest that names itself or another one is invalid', () => {
  const itself = { remoteEntry: { name: 'mf-manifest.json', path: '' } };
  expect(() => parse([{ path: './app' }], itself)).toThrow('A remote entry is a script.');
});

test.each([
  'https://evil.test/a.js',
  '//evil.test/a.js',
  '/a.js',
  '../a.js',
  'a/../../a.js',
  '%2e%2e/a.js',
  '.\t./a.js',
  'a\n../a.js',
  'a.js?b.js',
  '..\\a.js',
])('a container, and what it loads, is no file %j', (name) => {
  const remoteEntry = (path: string, name: string) => ({ remoteEntry: { name, path } });
  const exposes = [{ path: './app' }];
  expect(() => parse(exposes, remoteEntry('', name))).toThrow('A file name has');
  expect(() => parse([{ path: './app', assets: { js: { sync: [name] } } }])).toThrow('A file name has');
});

test.each(['..', 'a/../..', '%2e%2e', '.\t.', 'https://evil.test', '\\\\evil.test'])(
  'no container is in the folder %j',
  (path) => {
    expect(() => parse([{ path: './app' }], { remoteEntry: { name: 'a.js', path } })).toThrow('A file name has');
  },
);

test.each([
  ['mf-manifest.json', true],
  ['static/mf-manifest.json', true],
  ['manifest.json', false],
  ['other-mf-manifest.json', false],
])('%s is the name of a manifest: %s', (name, isManifest) => {
  expect(isFederationManifest(name)).toBe(isManifest);
});

test('a manifest may begin with a byte order mark', () => {
  const text = JSON.stringify({ metaData: { globalName: 'shop', remoteEntry }, exposes: [{ path: './app' }] });
  expect(parseFederationManifest(`\uFEFF${text}`).global).toBe('shop');
});

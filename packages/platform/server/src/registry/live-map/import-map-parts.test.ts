import { splitImportMap } from './import-map-parts';

test('a file belongs to the names whose entry is in the nearest folder above it', () => {
  const { modules, shell } = splitImportMap({
    imports: {
      react: '/@portico/libraries.js',
      '@module/one': 'https://cdn.test/one/entry.js',
      '@module/two': 'https://cdn.test/shared/two.js',
      '@module/three': 'https://cdn.test/shared/three.js',
      '@module/here': '/@portico/here.js',
    },
    integrity: {
      '/@portico/libraries.js': 'sha384-libraries',
      '/@portico/chunks/late.js': 'sha384-late',
      'https://cdn.test/one/entry.js': 'sha384-one',
      'https://cdn.test/one/chunks/1.js': 'sha384-chunk',
      'https://cdn.test/shared/chunk.js': 'sha384-shared',
      'https://elsewhere.test/chunk.js': 'sha384-elsewhere',
    },
    rollouts: { '@module/one': { version: '2', fallback: 'https://cdn.test/zero/entry.js' } },
    entries: { 'https://cdn.test/one/entry.js': { form: 'es-module' } },
  });
  expect(shell).toEqual({
    imports: { react: '/@portico/libraries.js' },
    integrity: {
      '/@portico/libraries.js': 'sha384-libraries',
      '/@portico/chunks/late.js': 'sha384-late',
      'https://elsewhere.test/chunk.js': 'sha384-elsewhere',
    },
    rollouts: {},
    entries: {},
  });
  expect(modules.get('one')).toEqual({
    imports: { '@module/one': 'https://cdn.test/one/entry.js' },
    integrity: {
      'https://cdn.test/one/entry.js': 'sha384-one',
      'https://cdn.test/one/chunks/1.js': 'sha384-chunk',
    },
    rollouts: { '@module/one': { version: '2', fallback: 'https://cdn.test/zero/entry.js' } },
    entries: { 'https://cdn.test/one/entry.js': { form: 'es-module' } },
  });
  const ofBoth = { 'https://cdn.test/shared/chunk.js': 'sha384-shared' };
  expect([modules.get('two')?.integrity, modules.get('three')?.integrity]).toEqual([ofBoth, ofBoth]);
});

test('scopes of the build are for all readers', () => {
  const scopes = { '/old/': { '@acme/style': '/style/1.js' } };
  const { shell } = splitImportMap({ imports: {}, integrity: {}, rollouts: {}, entries: {}, scopes });
  expect(shell.scopes).toEqual(scopes);
});

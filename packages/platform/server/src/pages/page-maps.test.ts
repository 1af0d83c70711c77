import { createNativeImportMap } from './page-maps';

const native = { names: ['react', 'single-spa'], address: '/@portico/es-libraries.js', integrity: 'sha384-e' };
const imports = { react: native.address, 'single-spa': native.address };
const integrity = {
  '/@portico/libraries.js': 'sha384-l',
  '/modules/vite/1/portal.js': 'sha384-p',
  '/modules/vite/1/assets/chunk.js': 'sha384-c',
  '/modules/system/1/entry.js': 'sha384-s',
};

test('the libraries have their bare names', () => {
  const map = { imports: {}, integrity, rollouts: {}, entries: {} };
  expect(createNativeImportMap({ native }, map)).toEqual({ imports });
});

test('packages of teams have their names, and modules below some addresses other versions', () => {
  const styleguide = '@acme/styleguide';
  const scopes = { '/modules/old/1/': { [styleguide]: '/modules/@acme~styleguide/1.0.0/index.js' } };
  const own = { [styleguide]: '/modules/@acme~styleguide/2.0.0/index.js', '@module/old': '/modules/old/1/module.js' };
  const map = { imports: own, integrity, rollouts: {}, entries: {}, scopes };
  expect(createNativeImportMap({ native }, map)).toEqual({
    imports: { ...imports, [styleguide]: own[styleguide] },
    scopes,
  });
});

test("names and folders of the operator's map are for ES modules too, except those of the shell", () => {
  const own = { lodash: '/parts/lodash.js', 'parts/': '/parts/' };
  const ofShell = { react: '/@portico/libraries.js', '@portico/ui': '/@portico/core.js' };
  const map = { imports: { ...ofShell, ...own }, integrity, rollouts: {}, entries: {} };
  expect(createNativeImportMap({ native }, map)).toEqual({ imports: { ...own, ...imports } });
});

test('the files of ES modules have their integrity, and those of other forms have not', () => {
  const entries = { '/modules/vite/1/portal.js': { form: 'es-module' as const }, '/modules/system/1/entry.js': {} };
  expect(createNativeImportMap({ native }, { imports: {}, integrity, rollouts: {}, entries })).toEqual({
    imports,
    integrity: {
      '/@portico/es-libraries.js': 'sha384-e',
      '/modules/vite/1/portal.js': 'sha384-p',
      '/modules/vite/1/assets/chunk.js': 'sha384-c',
    },
  });
});

test('a slash in the query of an entry is not part of its folder', () => {
  const entry = 'https://cdn.test/vite/1/portal.js?for=/portal';
  const entries = { [entry]: { form: 'es-module' as const } };
  const chunks = { 'https://cdn.test/vite/1/chunk.js': 'sha384-c' };
  const map = { imports: {}, integrity: chunks, rollouts: {}, entries };
  expect(createNativeImportMap({ native }, map).integrity).toMatchObject(chunks);
});

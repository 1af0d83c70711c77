import { findFiles, getPreloadedNames, hasTopbar, needsApi } from './preloads';

test.each([
  ['/', true, ['@portico/topbar', '@portico/home']],
  ['/profile', true, ['@portico/topbar', '@portico/profile']],
  ['/smsa/deep', true, ['@portico/topbar', '@module/smsa']],
  ['/smsa', true, ['@portico/topbar', '@module/smsa']],
  ['/unknown/deep', true, ['@portico/topbar']],
  ['/smsa/deep', false, ['@portico/auth']],
  ['/signin', true, ['@portico/topbar']],
  ['/signin', false, ['@portico/auth']],
  ['/recover', false, ['@portico/auth']],
  ['/profile', false, ['@portico/auth']],
  ['/smsa/portal', true, ['@portico/topbar', '@module/smsa']],
  ['/smsa/portal', false, ['@portico/topbar', '@module/smsa']],
  ['/unknown/portal', false, ['@portico/topbar']],
  ['/smsa/tickets/evaluation', false, ['@module/smsa']],
])('%s, with a session: %s, preloads %j besides the files of every screen', (pathname, hasSession, parcels) => {
  const module = pathname.startsWith('/smsa') ? 'smsa' : undefined;
  const names = getPreloadedNames(pathname, hasSession, module);
  expect(names.slice(0, 3)).toEqual(['react', '@portico/shared', '@portico/ui']);
  expect(names.slice(3)).toEqual(parcels);
});

test.each([
  ['/', true, true],
  ['/', false, false],
  ['/signin', true, false],
  ['/recover/', true, false],
  ['/smsa/portal', false, true],
  ['/smsa/tickets/evaluation', true, false],
])('%s, with a session: %s, starts with the strip of the top bar: %s', (pathname, hasSession, expected) => {
  expect(hasTopbar(pathname, hasSession)).toBe(expected);
});

test.each([
  ['/', true, false],
  ['/smsa/', true, false],
  ['/profile', true, true],
  ['/profile', undefined, true],
  ['/', undefined, true],
  ['/profile', false, false],
  ['/signin', false, false],
  ['/smsa/portal', false, false],
])('%s, with a session: %s, preloads the client of the API: %s', (pathname, hasSession, expected) => {
  expect(needsApi(pathname, hasSession)).toBe(expected);
});

test('the chunks of a module follow its entry, each file once', () => {
  const importMap = {
    imports: { react: '/react.js', '@module/smsa': '/smsa/entry.js', '@module/vite': '/vite/entry.js' },
    integrity: { '/smsa/entry.js': 'sha384-entry', '/smsa/1.js': 'sha384-1' },
    rollouts: {},
    entries: { '/vite/entry.js': { form: 'es-module' as const } },
  };
  const preloads = { '@module/smsa': ['/smsa/1.js', '/smsa/entry.js'], '@module/other': ['/other/1.js'] };
  expect(findFiles(['react', '@module/smsa', '@module/absent'], importMap, preloads)).toEqual([
    { address: '/react.js', integrity: undefined },
    { address: '/smsa/entry.js', integrity: 'sha384-entry' },
    { address: '/smsa/1.js', integrity: 'sha384-1' },
  ]);
  expect(findFiles(['@module/vite'], importMap, { '@module/vite': ['/vite/1.js'] })).toEqual([
    { address: '/vite/entry.js', integrity: undefined, isEsModule: true },
    { address: '/vite/1.js', integrity: undefined, isEsModule: true },
  ]);
  const styled = {
    ...importMap,
    entries: { '/style/guide.js': { form: 'es-module' as const, styles: ['/style/a.css'] } },
  };
  expect(findFiles(['@module/smsa'], styled, { '@module/smsa': ['/style/guide.js'] }).slice(1)).toEqual([
    { address: '/style/guide.js', integrity: undefined, isEsModule: true },
    { address: '/style/a.css', integrity: undefined, isStyle: true },
  ]);
});

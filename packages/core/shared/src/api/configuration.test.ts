function writePage(configuration: string, map = '{"imports":{}}', state = '{}'): void {
  document.head.innerHTML = '';
  for (const [type, id, text] of [
    ['application/json', 'portico-configuration', configuration],
    ['systemjs-importmap', 'map', map],
    ['application/json', 'portico-state', state],
  ] as const) {
    document.head.append(Object.assign(document.createElement('script'), { type, id, textContent: text }));
  }
}

// The package reads the page once, so every case needs its own copy.
async function readFreshPage() {
  jest.resetModules();
  Reflect.deleteProperty(globalThis, Symbol.for('@portico/shared'));
  const { readPage } = await import('./configuration');
  return readPage();
}

test('fields that the page leaves out have defaults', async () => {
  writePage('{}');
  expect((await readFreshPage()).configuration).toEqual({
    apiUrl: '/api',
    hosts: {},
    tenants: {},
    moduleOrigins: [],
    overrides: 'off',
    moduleTimeout: 15_000,
    realtime: { credentials: 'session', url: '/realtime' },
  });
});

test.each([
  ['{', '{}', 'The configuration is not valid JSON.'],
  ['{"moduleOrigins":["https://m.test/path"]}', '{"imports":{}}', 'The configuration is invalid at "moduleOrigins.0"'],
  ['{"tenants":{"smsa":{"name":"S","accent":"red"}}}', '{"imports":{}}', 'at "tenants.smsa.accent"'],
  ['{}', '{"imports":{"react":"react.js"}}', 'The import map is invalid at "imports.react"'],
  ['{}', '{"imports":{"@module/profile":"/x.js"}}', '"@module/profile" is not a name that a module may have.'],
])('%s with %s is rejected with the place of the error', async (configuration, map, message) => {
  writePage(configuration, map);
  await expect(readFreshPage()).rejects.toThrow(message);
});

test('the overrides of a developer are separate from the import map', async () => {
  const deployed = { '@module/smsa': '/smsa.js' };
  const overrides = { '@module/smsa': 'http://localhost:9200/smsa.js', '@module/new': 'http://localhost:9200/new.js' };
  writePage('{}', JSON.stringify({ imports: deployed }));
  expect((await readFreshPage()).overrides).toEqual({});
  const script = { type: 'systemjs-importmap', id: 'import-map-overrides' };
  document.head.append(
    Object.assign(document.createElement('script'), { ...script, textContent: JSON.stringify({ imports: overrides }) }),
  );
  expect(await readFreshPage()).toMatchObject({ importMap: { imports: deployed }, overrides });
});

test('a second copy of the package in one page is reported by name', async () => {
  writePage('{}');
  await readFreshPage();
  const report = jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.resetModules();
  const { readPage } = await import('./configuration');
  readPage();
  expect(report).toHaveBeenCalledWith(expect.stringContaining('@portico/shared is loaded twice'));
  report.mockRestore();
});

test('the session of the page is taken once, and stays in no document of the page', async () => {
  const session = { access_token: 'a-token', user: { email: 'ana@portico.test' }, apps: [] };
  writePage('{}', undefined, JSON.stringify({ session, dependsOnUser: false }));
  const { state } = await readFreshPage();
  const { takePageSession } = await import('./configuration');
  expect(takePageSession()).toEqual({ ...session, user: { email: 'ana@portico.test', name: '' } });
  expect(takePageSession()).toBeUndefined();
  expect(state).toEqual({ dependsOnUser: false });
  expect(document.documentElement.outerHTML).not.toMatch(/a-token|ana@/);
  // Another copy of the package then asks the API.
  expect(await readFreshPage()).toMatchObject({ state });
});

test.each(['none', 'ended'])('a page that says "%s" brings no session', async (session) => {
  writePage('{}', undefined, JSON.stringify({ session }));
  await readFreshPage();
  const { takePageSession } = await import('./configuration');
  expect(takePageSession()).toBe(session);
});

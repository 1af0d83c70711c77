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

// The package reads the page once, so every case needs a copy of its own.
async function readPageAnew() {
  jest.resetModules();
  Reflect.deleteProperty(globalThis, Symbol.for('@portico/shared'));
  const { readPage } = await import('./configuration');
  return readPage();
}

test('what the page leaves out has its default', async () => {
  writePage('{}');
  expect((await readPageAnew()).configuration).toEqual({
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
  ['{"moduleOrigins":["https://m.test/path"]}', '{"imports":{}}', 'The configuration has a fault at "moduleOrigins.0"'],
  ['{"tenants":{"smsa":{"name":"S","accent":"red"}}}', '{"imports":{}}', 'at "tenants.smsa.accent"'],
  ['{}', '{"imports":{"react":"react.js"}}', 'The import map has a fault at "imports.react"'],
  ['{}', '{"imports":{"@module/profile":"/x.js"}}', '"@module/profile" is not a name that a module may have.'],
])('%s with %s is refused with the place of the fault', async (configuration, map, message) => {
  writePage(configuration, map);
  await expect(readPageAnew()).rejects.toThrow(message);
});

test('what a developer overrides stands beside the import map', async () => {
  const deployed = { '@module/smsa': '/smsa.js' };
  const overrides = { '@module/smsa': 'http://localhost:9200/smsa.js', '@module/new': 'http://localhost:9200/new.js' };
  writePage('{}', JSON.stringify({ imports: deployed }));
  expect((await readPageAnew()).overrides).toEqual({});
  const script = { type: 'systemjs-importmap', id: 'import-map-overrides' };
  document.head.append(
    Object.assign(document.createElement('script'), { ...script, textContent: JSON.stringify({ imports: overrides }) }),
  );
  expect(await readPageAnew()).toMatchObject({ importMap: { imports: deployed }, overrides });
});

test('a second copy of the package in one page is reported by name', async () => {
  writePage('{}');
  await readPageAnew();
  const report = jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.resetModules();
  const { readPage } = await import('./configuration');
  readPage();
  expect(report).toHaveBeenCalledWith(expect.stringContaining('@portico/shared is loaded twice'));
  report.mockRestore();
});

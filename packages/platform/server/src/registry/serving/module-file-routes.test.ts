import { eq } from 'drizzle-orm';
import { testServer } from '../../testing/start-test-server';
import { builtModule, computeDigest, publishingCalls } from '../../testing/test-publishing';
import { moduleFiles } from '../tables';

const files: Record<string, string> = {
  ...builtModule('one'),
  'assets/logo.svg': '<svg/>',
  'assets/large.js': 'export const large = 1;\n'.repeat(500),
  'frame.html': '<script>1</script>',
  data: 'x',
  "assets/a!$&'()*+,;=:@b.css": '.a{}',
};
const entry = files['module.js'] ?? '';

// Without overrides.
const server = testServer({}, { configuration: {} });
beforeAll(async () => {
  const { createToken, publish } = publishingCalls(server);
  const { token } = await createToken('orders');
  expect((await publish(token, 'orders', files, { version: '1.0' })).status).toBe(201);
});

const ask = (name: string, headers: Record<string, string> = {}) =>
  server.call('GET', `/modules/orders/1.0/${name}`, { headers });

test('a file is public, immutable and sandboxed', async () => {
  const response = await ask('module.js');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(entry);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    etag: `"${computeDigest(entry)}"`,
  });
});

test.each([
  ['assets/logo.svg', 'image/svg+xml'],
  ['frame.html', 'text/html; charset=utf-8'],
  ['data', 'application/octet-stream'],
])('%s is served as %s', async (name, type) => {
  const response = await ask(name);
  expect([response.headers.get('content-type'), await response.text()]).toEqual([type, files[name]]);
});

test('a file has its name in its address, as RFC 3986 allows it; no encoded part leads out of its version', async () => {
  for (const name of ["assets/a!$&'()*+,;=:@b.css", 'assets/a%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40b.css']) {
    const response = await ask(name);
    expect([response.status, await response.text()]).toEqual([200, '.a{}']);
  }
  for (const name of [
    'assets%2f%2e%2e%2fmodule.js',
    'assets/%252e%252e/module.js',
    '..%2f1.0%2fmodule.js',
    'module.js;a',
    'module.js%00',
  ])
    expect((await ask(name)).status).toBe(404);
});

test('a file is that of its module and its version, however many have the name', async () => {
  const { createToken, published } = publishingCalls(server);
  const { token } = await createToken('orders', 'bills');
  await published(token, 'bills', 'bills', { version: '1.0' });
  await published(token, 'orders', 'two', { version: '1.1' });
  const read = async (path: string) => (await server.call('GET', `/modules/${path}/module.chunk.js`)).text();
  expect(await read('orders/1.0')).toBe('// one');
  expect(await read('bills/1.0')).toBe('// bills');
  expect(await read('orders/1.1')).toBe('// two');
});

test('only portals with overrides list all modules', async () => {
  expect((await server.call('GET', '/modules/mf-snapshot.json')).status).toBe(404);
});

test('a cached file is not sent again', async () => {
  const etag = (await ask('module.js')).headers.get('etag') ?? '';
  const again = await ask('module.js', { 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  // They replace those that the cache keeps.
  expect(Object.fromEntries(again.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    etag,
  });
});

test.each([
  ['gzip, br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('Accept-Encoding %s gets a large text as %s', async (accepted, encoding) => {
  const response = await ask('assets/large.js', { 'accept-encoding': accepted });
  expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
    encoding,
    'Accept-Encoding',
  ]);
  // `fetch` unpacks it.
  expect(await response.text()).toBe(files['assets/large.js']);
});

test('a file is served from memory, compressed or not, to any number of callers', async () => {
  const lasting = builtModule('in memory');
  const { createToken, publish } = publishingCalls(server);
  const { token } = await createToken('lasting');
  await publish(token, 'lasting', { ...lasting, 'large.js': 'large '.repeat(1000) }, { version: '1' });
  const address = '/modules/lasting/1/large.js';
  const encodings = ['br', 'gzip', 'identity'];
  const askAll = () =>
    Promise.all(encodings.map((encoding) => server.call('GET', address, { headers: { 'accept-encoding': encoding } })));
  await Promise.all(Array.from({ length: 10 }, askAll));
  await server.database.delete(moduleFiles).where(eq(moduleFiles.digest, computeDigest('large '.repeat(1000))));
  expect((await askAll()).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test.each([
  '/modules/orders/1.0/other.js',
  '/modules/orders/2.0/module.js',
  '/modules/stock/1.0/module.js',
  '/modules/orders/1.0/',
  '/modules/orders/1.0',
  '/modules/orders',
  '/modules/',
  '/modules/orders/1.0/..%2f1.0%2fmodule.js',
  '/modules/orders/1.0/%00',
])('%s is not found, and that is not cached', async (address) => {
  const response = await server.call('GET', address);
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

test('a file cannot become a service worker', async () => {
  for (const headers of [{ 'service-worker': 'script' }, { 'sec-fetch-dest': 'serviceworker' }]) {
    expect((await ask('module.js', headers)).status).toBe(404);
  }
});

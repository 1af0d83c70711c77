import { testServer } from '../testing/start-test-server';
import { builtModule, publishingCalls } from '../testing/test-publishing';

const server = testServer({}, { hasShell: true });

const logo = { 'assets/logo.svg': '<svg/>' };

beforeAll(async () => {
  const calls = publishingCalls(server);
  const { token } = await calls.createToken('orders', 'stock');
  const declarations = { routes: ['bills'] };
  const files = { ...builtModule('one'), ...logo, 'logo.svg': '<svg id="top"/>', 'names.json': '{}' };
  await calls.publish(token, 'orders', files, { version: '1.0.0', declarations });
  await calls.publish(token, 'stock', { ...builtModule('two'), ...logo, 'only.svg': '<svg/>' }, { version: '2.0.0' });
  await calls.publish(token, 'stock', { ...builtModule('three'), ...logo }, { version: '3.0.0' }, 'previews');
});

/** Requests a file from a page, and returns where the answer leads. */
async function request(address: string, page = '/', destination = 'image') {
  const headers = { 'sec-fetch-dest': destination, referer: server.url + page };
  const response = await fetch(server.url + address, { headers, redirect: 'manual' });
  const cache = response.headers.get('cache-control');
  return response.status === 302 && cache === 'no-store' ? response.headers.get('location') : response.status;
}

test.each([
  ['relative to the page', '/orders/assets/logo.svg', '/orders/', '/modules/orders/1.0.0/assets/logo.svg'],
  [
    'relative to a deeper page',
    '/orders/list/assets/logo.svg',
    '/orders/list/7',
    '/modules/orders/1.0.0/assets/logo.svg',
  ],
  ['below another route of the module', '/bills/assets/logo.svg', '/bills/', '/modules/orders/1.0.0/assets/logo.svg'],
  ['at the root', '/assets/logo.svg', '/orders/list/7?tab=2', '/modules/orders/1.0.0/assets/logo.svg'],
  ['at the root, in another module', '/assets/logo.svg', '/stock', '/modules/stock/2.0.0/assets/logo.svg'],
  ['in a style sheet', '/assets/logo.svg', '/modules/stock/2.0.0/a.css', '/modules/stock/2.0.0/assets/logo.svg'],
  ['in the folder of the page', '/orders/logo.svg', '/orders/', '/modules/orders/1.0.0/logo.svg'],
])('an image %s leads to the file of the module', async (_place, address, page, expected) => {
  expect(await request(address, page)).toBe(expected);
});

test('a module reads its files by addresses of the page', async () => {
  expect(await request('/orders/names.json', '/orders/', 'empty')).toBe('/modules/orders/1.0.0/names.json');
});

test.each([
  ['a name that the module does not have', '/orders/assets/other.svg', '/orders/', 'image'],
  ['a page of no module', '/assets/logo.svg', '/profile', 'image'],
  ['a malformed address', '/orders/%ff/logo%.svg', '/orders/', 'image'],
  ['a path out of the folder', '/orders/..%2f..%2fstock%2f2.0.0%2fonly.svg', '/orders/', 'image'],
  ['code', '/orders/module.chunk.js', '/orders/', 'script'],
  ['a page with a hidden character', '/assets/logo.svg', '/modules/stock%00/2.0.0/a.css', 'image'],
  ['a version with a hidden character', '/assets/logo.svg', '/modules/stock/2.0.0%00/a.css', 'image'],
  ['a version that nobody has', '/assets/logo.svg', '/modules/stock/9.0.0/a.css', 'image'],
])('%s is not found', async (_case, address, page, destination) => {
  expect(await request(address, page, destination)).toBe(404);
});

test('a navigation to such an address gets the page', async () => {
  const response = await fetch(`${server.url}/orders/assets/logo.svg`, { headers: { 'sec-fetch-dest': 'document' } });
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
});

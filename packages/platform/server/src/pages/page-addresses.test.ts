import { testServer } from '../testing/start-test-server';

const server = testServer({}, { hasShell: true });

async function request(address: string, headers: Record<string, string>) {
  const response = await fetch(server.url + address, { headers });
  const text = await response.text();
  const link = /action="\/signin\?link=([^"]*)"/.exec(text)?.[1];
  const [type] = (response.headers.get('content-type') ?? '').split(';');
  return { status: response.status, type, link: link && decodeURIComponent(link) };
}

const navigation = { 'sec-fetch-dest': 'document', accept: 'text/html,*/*' };
const olderBrowser = { accept: 'text/html,*/*' };

describe.each([
  ['a browser', navigation],
  ['a browser that does not say what a request is for', olderBrowser],
])('%s gets the page, and the form leads back to', (_name, headers) => {
  test.each([
    '/smsa/50%off',
    '/smsa/%ff?discount=50%',
    '/smsa/%C3%A1rea/%2Fa',
    '/smsa/50%off/portal',
    `/smsa/${'long'.repeat(100)}`,
  ])('%s', async (address) => {
    expect(await request(address, headers)).toEqual({ status: 200, type: 'text/html', link: address });
  });

  test.each(['/smsa/files/photo.png', '/hrstudium/guide/index.html'])('%s, where no file is', async (address) => {
    expect(await request(address, headers)).toEqual({ status: 404, type: 'text/html', link: address });
  });
});

test.each([
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  '/.well-known/security.txt',
  '/apple-touch-icon-precomposed.png',
  '/humans.txt',
])('no module has the address %s, so it is a file that is not found', async (address) => {
  for (const headers of [navigation, olderBrowser, {}]) {
    expect(await request(address, headers)).toEqual({ status: 404, type: 'text/plain', link: undefined });
  }
});

test.each([
  ['/%73msa/x%2Dy?q=%41', '/smsa/x-y?q=A'],
  ['/smsa%2ddev/50%off', '/smsa-dev/50%off'],
])('%s is the address %s', async (address, decoded) => {
  expect(await request(address, navigation)).toMatchObject({ status: 200, link: decoded });
});

test('a browser gets the page of a module for names of scripts too', async () => {
  expect(await request('/smsa/src/index.js', navigation)).toMatchObject({ status: 404, link: '/smsa/src/index.js' });
});

test.each([
  ['/smsa/chunk.js', { 'sec-fetch-dest': 'script' }],
  ['/smsa/photo.png', { 'sec-fetch-dest': 'image' }],
  ['/smsa/data.json', { 'sec-fetch-dest': 'empty' }],
  ['/smsa/50%off', { 'sec-fetch-dest': 'image' }],
  ['/smsa/chunk.css', olderBrowser],
  ['/smsa/photo.png', { accept: 'image/*' }],
  ['/photo.png', {}],
  ['/@portico/gone.js', navigation],
])('an unknown file is not found: %s for %j', async (address, headers) => {
  expect(await request(address, headers)).toEqual({ status: 404, type: 'text/plain', link: undefined });
});

test.each(['/', '/@portico/gone.js'])('no cache stores that %s is not found', async (address) => {
  const { headers, status } = await fetch(server.url + address, { headers: { 'sec-fetch-dest': 'image' } });
  expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
});

test.each(['/apiary', '/people/ana@portico.test'])(
  '%s is a page although it resembles a file or a route',
  async (address) => {
    expect(await request(address, olderBrowser)).toMatchObject({ status: 200, type: 'text/html' });
  },
);

test.each(['/api/50%off', '/media/50%off'])('%s is no address of a module', async (address) => {
  expect(await request(address, navigation)).toEqual({ status: 400, type: 'application/json', link: undefined });
});

const requestPage = async () => (await server.call('GET', '/', { headers: { accept: 'text/html' } })).headers;
const readNonce = (headers: Headers) => /style-nonce;desc="([\w-]{22})"/.exec(headers.get('server-timing') ?? '')?.[1];

test('the scripts of a page can read the id of its request', async () => {
  const headers = await requestPage();
  expect(headers.get('server-timing')).toContain(`request;desc="${headers.get('x-request-id')}"`);
});

test('they can read the nonce, which the policy allows for styles only', async () => {
  const [headers, others] = [await requestPage(), await requestPage()];
  const nonce = readNonce(headers);
  expect(nonce).toBeDefined();
  expect(readNonce(others)).not.toBe(nonce);
  const policy = (headers.get('content-security-policy') ?? '').split('; ');
  expect(policy.filter((directive) => directive.includes('nonce'))).toEqual([
    expect.stringMatching(new RegExp(`^style-src 'self' .*'nonce-${nonce}'`)),
  ]);
  expect(policy.join()).not.toContain('unsafe');
});

import { request } from 'node:http';
import { testServer } from '../../testing/start-test-server';
import { readError, type TestCall } from '../../testing/test-client';

const allowed = 'https://portal.example.com';
const foreign = 'https://evil.example';

const server = testServer(
  { PORTICO_ALLOWED_ORIGINS: allowed },
  { limits: { signInOfAccount: { tries: 1, window: 60_000 } } },
);

const preflight = (
  origin: string,
  method: string,
  headers = 'authorization,content-type,accept-language,if-none-match',
) =>
  server.call('OPTIONS', '/api/auth/password', {
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
  });

const getCorsHeaders = ({ headers }: Response) =>
  [...headers].filter(([name]) => name.startsWith('access-control-')).map(([name]) => name);

test('a page of an allowed origin may call with cookies and the shell’s headers', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers } = await preflight(allowed, method);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(allowed);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
    expect(headers.get('access-control-allow-headers')?.toLowerCase().split(', ').sort()).toEqual([
      'accept-language',
      'authorization',
      'content-type',
      'if-none-match',
    ]);
    expect(headers.get('vary')).toContain('Origin');
  }
});

test('such a page can read every response, errors and Retry-After too', async () => {
  const signIn = () =>
    server.call('POST', '/api/auth', {
      body: { email: 'ana@portico.test', password: 'wrong' },
      headers: { origin: allowed },
    });
  for (const status of [401, 429]) {
    const response = await signIn();
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(allowed);
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After, ETag, X-Request-Id');
  }
  const missing = await server.call('GET', '/api/nothing', { headers: { origin: allowed } });
  expect(missing.headers.get('access-control-allow-origin')).toBe(allowed);
});

test.each([foreign, 'null', `${allowed}.evil.example`, 'http://portal.example.com'])(
  'a page of %s is not allowed',
  async (origin) => {
    const { token } = await server.signIn('bruno@portico.test');
    expect(getCorsHeaders(await preflight(origin, 'PUT'))).not.toContain('access-control-allow-origin');
    const read = await server.call('GET', '/api/users/me', { token, headers: { origin } });
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
  },
);

test.each([
  ['portal.test:443', 'https://portal.test', 401],
  ['portal.test:80', 'http://portal.test', 401],
  ['portal.test:8443', 'https://portal.test', 403],
  ['portal.test:80', 'https://portal.test', 403],
])('the host %s, as some proxies write it, and a page of %s: %s', async (host, origin, status) => {
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    const call = request(
      `${server.url}/api/auth/refresh`,
      { method: 'POST', headers: { host, origin } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    call.on('error', reject).end();
  });
  expect(answered).toBe(status);
});

describe('without an origin', () => {
  const calls: [string, string, TestCall][] = [
    ['POST', '/api/auth/refresh', {}],
    ['POST', '/api/auth/exchange', { body: { app: 'hrstudium', domain: 'smsa' } }],
    ['POST', '/api/auth', { body: { email: 'bruno@portico.test', password: 'portico-demo' } }],
    ['DELETE', '/api/auth/invalidate', {}],
  ];

  it.each(calls)('a call of another site’s page is refused: %s %s', async (method, path, call) => {
    const { token, refreshToken } = await server.signIn('bruno@portico.test');
    for (const site of ['cross-site', 'same-site', 'nonsense']) {
      const response = await server.call(method, path, { ...call, refreshToken, headers: { 'sec-fetch-site': site } });
      expect(await readError(response)).toBe('403 origin-not-allowed');
    }
    expect((await server.call('GET', '/api/auth/validate', { token })).status).toBe(204);
  });

  it.each(calls)('a call of its own page, or of a program, is taken: %s %s', async (method, path, call) => {
    const ofHiddenPage = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, ofHiddenPage]) {
      const { refreshToken } = await server.signIn('bruno@portico.test');
      expect((await server.call(method, path, { ...call, refreshToken, headers })).ok).toBe(true);
    }
  });
});

test.each([
  { origin: foreign },
  { origin: foreign, 'sec-fetch-site': 'same-origin' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'none' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
])('a page of another origin cannot sign a user in: %j', async (headers) => {
  const body = { email: 'bruno@portico.test', password: 'portico-demo' };
  const response = await server.call('POST', '/api/auth', { body, headers });
  expect(await readError(response)).toBe('403 origin-not-allowed');
  expect(response.headers.getSetCookie()).toEqual([]);
});

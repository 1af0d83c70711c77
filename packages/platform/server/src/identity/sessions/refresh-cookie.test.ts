import { request } from 'node:http';
import { type TestServer, testServer } from '../../testing/start-test-server';

const hosts = ['localhost', '127.0.0.1', 'portal.test', 'localhost.test', 'notlocalhost', '10.0.0.7'];
const configuration = { hosts: Object.fromEntries(hosts.map((host) => [host, 'smsa'])) };
const server = testServer({}, { hasShell: true, configuration });
const serverBehindProxy = testServer({ TRUST_PROXY: 'true' }, { hasShell: true });

interface Answer {
  readonly status: number | undefined;
  readonly setCookies: readonly string[];
}

/** Calls a server by any host name, which `fetch` does not. */
function call(
  { url }: TestServer,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url + path, { method, headers: { ...headers, ...length } }, (response) => {
      const setCookies = response.headers['set-cookie'] ?? [];
      response.resume().on('end', () => resolve({ status: response.statusCode, setCookies }));
    });
    sent.on('error', reject).end(body);
  });
}

/** A browser at a host name, with its cookies. */
function openBrowser(hostname: string, { keepsSecure }: { keepsSecure: boolean }) {
  const jar = new Map<string, string>();
  const host = `${hostname}:${new URL(server.url).port}`;
  const send = async (method: string, path: string, body?: object) => {
    const { status, setCookies } = await call(
      server,
      method,
      path,
      {
        host,
        cookie: [...jar].map((cookie) => cookie.join('=')).join('; '),
        ...(method !== 'GET' && { origin: `http://${host}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body && JSON.stringify(body),
    );
    for (const cookie of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else if (keepsSecure || !cookie.includes('; Secure')) jar.set(name, value);
    }
    return { status, setCookies };
  };
  return {
    jar,
    open: () => send('GET', '/'),
    signIn: () => send('POST', '/api/auth', { email: 'ana@portico.test', password: 'portico-demo' }),
    refresh: async () => (await send('POST', '/api/auth/refresh')).status,
    signOut: async () => (await send('DELETE', '/api/auth/invalidate')).status,
  };
}

describe.each(['localhost', 'smsa.localhost', '127.0.0.1'])('at http://%s', (hostname) => {
  test('a browser that drops secure cookies keeps its session, until it signs out', async () => {
    const browser = openBrowser(hostname, { keepsSecure: false });
    await browser.open();
    const { setCookies } = await browser.signIn();
    expect(setCookies[0]).toMatch(/^portico-refresh=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const first = browser.jar.get('portico-refresh');
    expect(await browser.refresh()).toBe(200);
    expect(browser.jar.get('portico-refresh')).not.toBe(first);
    // The browser was closed: cookies without an age are gone.
    browser.jar.delete('portico-probe');
    expect(await browser.refresh()).toBe(200);
    expect(await browser.signOut()).toBe(204);
    expect(browser.jar.has('portico-refresh')).toBe(false);
    expect(await browser.refresh()).toBe(401);
  });

  test('a browser that keeps them gets no other', async () => {
    const browser = openBrowser(hostname, { keepsSecure: true });
    await browser.open();
    await browser.signIn();
    expect(await browser.refresh()).toBe(200);
    expect([...browser.jar.keys()].filter((name) => name.endsWith('refresh'))).toEqual(['__Host-portico-refresh']);
    // From another port of this machine.
    browser.jar.set('portico-refresh', browser.jar.get('__Host-portico-refresh') ?? '');
    browser.jar.delete('__Host-portico-refresh');
    expect(await browser.refresh()).toBe(401);
  });

  test('a browser that has shown nothing gets secure cookies', async () => {
    const { setCookies } = await openBrowser(hostname, { keepsSecure: false }).signIn();
    expect(setCookies[0]).toContain('__Host-portico-refresh=');
    expect(setCookies[0]).toContain('; Secure');
  });
});

test.each(['portal.test', 'localhost.test', 'notlocalhost', '10.0.0.7'])(
  'at http://%s a cookie without Secure is neither set nor read',
  async (hostname) => {
    const browser = openBrowser(hostname, { keepsSecure: false });
    expect((await browser.open()).setCookies).toEqual([expect.stringContaining('; Secure')]);
    browser.jar.set('portico-probe', '1');
    expect((await browser.signIn()).setCookies.filter((cookie) => cookie.includes('refresh'))).toEqual([
      expect.stringMatching(/^__Host-portico-refresh=.+; Secure;/),
    ]);
    const atLocalhost = openBrowser('localhost', { keepsSecure: false });
    await atLocalhost.open();
    await atLocalhost.signIn();
    browser.jar.set('portico-refresh', atLocalhost.jar.get('portico-refresh') ?? '');
    expect(await browser.refresh()).toBe(401);
    expect(await atLocalhost.refresh()).toBe(200);
  },
);

test('behind a proxy with HTTPS every cookie is secure', async () => {
  const headers = { host: 'localhost', 'x-forwarded-proto': 'https', cookie: 'portico-probe=1' };
  const body = JSON.stringify({ email: 'ana@portico.test', password: 'portico-demo' });
  const json = { ...headers, 'content-type': 'application/json' };
  const answer = await call(serverBehindProxy, 'POST', '/api/auth', json, body);
  expect(answer.setCookies[0]).toMatch(/^__Host-portico-refresh=.+; Secure;/);
  expect((await call(serverBehindProxy, 'GET', '/', headers)).setCookies).toEqual([]);
});

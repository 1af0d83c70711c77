import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { testServer } from '../../testing/start-test-server';
import { readCookie, readError, type TestCall, type TestSession } from '../../testing/test-client';
import { auditRecords } from '../audit-tables';

const server = testServer(
  {
    PORTICO_ALLOWED_ORIGINS: 'https://portal.example.com',
    TRUST_FORWARDED_HOST: 'on',
    TRUST_PROXY: 'loopback',
  },
  // So few that no time passes meanwhile which would allow more.
  {
    limits: { refreshOfSession: { tries: 10, window: 60 * 60 * 1000 } },
    configuration: { hosts: { localhost: 'smsa', 'portal.example.com': 'smsa', 'portal.test': 'smsa' } },
  },
);

const postRefresh = (call: TestCall) => server.call('POST', '/api/auth/refresh', call);
const validate = async (token: string) => (await server.call('GET', '/api/auth/validate', { token })).status;

const day = 24 * 60 * 60;

describe('refresh', () => {
  it('rotates the refresh token and gives a new access token of the same session', async () => {
    const first = await server.signIn('ana@portico.test');
    const second = await server.refresh(first);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.token).not.toBe(first.token);
    expect(decodeJwt(second.token).sid).toBe(decodeJwt(first.token).sid);
    expect(await validate(second.token)).toBe(204);
  });

  it('accepts an empty body with the type of JSON', async () => {
    const { refreshToken } = await server.signIn('ana@portico.test');
    const response = await postRefresh({ refreshToken, headers: { 'content-type': 'application/json' } });
    expect(response.status).toBe(200);
  });

  it('accepts a replay within 30 seconds, and all its tokens are valid', async () => {
    const first = await server.signIn('ana@portico.test');
    const second = await server.refresh(first);
    server.passSeconds(29);
    const third = await server.refresh(first);
    expect(await validate(third.token)).toBe(204);
    expect((await postRefresh(second)).status).toBe(200);
    expect((await postRefresh(third)).status).toBe(200);
  });

  it('counts the 30 seconds from the first use, whatever is replayed meanwhile', async () => {
    const first = await server.signIn('ana@portico.test');
    await server.refresh(first);
    server.passSeconds(29);
    await server.refresh(first);
    server.passSeconds(2);
    expect((await postRefresh(first)).status).toBe(401);
  });

  it('a copied token has no branch of its own: a later use of a used token ends the session', async () => {
    const first = await server.signIn('ana@portico.test');
    const copied = await server.refresh(first);
    const own = await server.refresh(first);
    expect(own.refreshToken).toBe(copied.refreshToken);
    const thief = await server.refresh(copied);
    server.passSeconds(15 * 60);
    expect((await postRefresh(own)).status).toBe(401);
    expect((await postRefresh(thief)).status).toBe(401);
  });

  it('a replay gets the newest token, also when that has been used meanwhile', async () => {
    const first = await server.signIn('ana@portico.test');
    const third = await server.refresh(await server.refresh(first));
    const replayed = await server.refresh(first);
    expect(replayed.refreshToken).not.toBe('');
    server.passSeconds(31);
    const { token } = await server.refresh(replayed);
    expect(await validate(token)).toBe(204);
    expect(third.refreshToken).toBe(replayed.refreshToken);
  });

  it('is limited for each session, and works again later', async () => {
    let session = await server.signIn('ana@portico.test');
    for (let time = 0; time < 10; time++) session = await server.refresh(session);
    const refused = await postRefresh(session);
    expect(refused.headers.getSetCookie()).toEqual([]);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(await readError(refused)).toBe('429 too-many-tries');
    expect((await server.refresh(await server.signIn('ana@portico.test'))).token).not.toBe('');
    server.passSeconds(seconds);
    expect((await server.refresh(session)).token).not.toBe('');
  });

  it('a later replay ends the session, and is recorded once', async () => {
    const first = await server.signIn('dora@portico.test');
    const second = await server.refresh(first);
    server.passSeconds(31);
    expect(await readError(await postRefresh(first))).toBe('401 no-session');
    expect(await readError(await postRefresh(second))).toBe('401 no-session');
    expect(await validate(second.token)).toBe(401);
    expect((await postRefresh(first)).status).toBe(401);
    const replayed = eq(auditRecords.action, 'refresh-token-replayed');
    const records = await server.database.select().from(auditRecords).where(replayed);
    const userId = decodeJwt(first.token).sub;
    expect(records.filter((record) => record.userId === userId)).toHaveLength(1);
  });

  it('clears the cookies when there is no session', async () => {
    const response = await postRefresh({ refreshToken: 'unknown' });
    expect(await readError(response)).toBe('401 no-session');
    expect(readCookie(response, 'portico-session')).toBe('');
    expect(await readError(await postRefresh({}))).toBe('401 no-session');
  });

  it('keeps the cookies for 30 days more, but never beyond 90 days after sign-in', async () => {
    let { refreshToken } = await server.signIn('ana@portico.test');
    const daysOfCookies: number[] = [];
    for (const days of [10, 29, 29, 20, 1.5]) {
      server.passSeconds(days * day);
      const response = await postRefresh({ refreshToken });
      refreshToken = readCookie(response, '__Host-portico-refresh') ?? '';
      const cookies = response.headers.getSetCookie();
      const ages = new Set(cookies.map((cookie) => Number(/Max-Age=(\d+)/.exec(cookie)?.[1])));
      expect([cookies.length, ages.size]).toEqual([2, 1]);
      daysOfCookies.push(...[...ages].map((seconds) => Math.round((seconds / day) * 10) / 10));
    }
    expect(daysOfCookies).toEqual([30, 30, 22, 2, 0.5]);
  });

  it('ends 30 days after the last use and 90 days after sign-in', async () => {
    const idle = await server.signIn('ana@portico.test');
    let used = await server.signIn('ana@portico.test');
    for (let month = 0; month < 3; month++) {
      server.passSeconds(29.9 * day);
      used = await server.refresh(used);
    }
    expect((await postRefresh(idle)).status).toBe(401);
    server.passSeconds(0.4 * day);
    expect((await postRefresh(used)).status).toBe(401);
  });
});

describe('access tokens', () => {
  it('expire after 15 minutes', async () => {
    const { token } = await server.signIn('ana@portico.test');
    server.passSeconds(14 * 60 + 58);
    expect(await validate(token)).toBe(204);
    server.passSeconds(4);
    expect(await validate(token)).toBe(401);
  });

  it.each(['', 'nonsense', 'eyJhbGciOiJub25lIn0.e30.'])('are refused when they are not ours: "%s"', async (token) => {
    expect(await readError(await server.call('GET', '/api/auth/validate', { token }))).toBe('401 not-authenticated');
  });
});

describe('sign-out', () => {
  it.each([
    ['the cookie', ({ refreshToken }: TestCall) => ({ refreshToken })],
    ['the access token', ({ token }: TestCall) => ({ token })],
  ])(
    'by %s ends the access token immediately, clears the cookies and ends no other session',
    async (_name, credentials) => {
      const session = await server.signIn('ana@portico.test');
      const others = [await server.signIn('ana@portico.test'), await server.signIn('bruno@portico.test')];
      const response = await server.call('DELETE', '/api/auth/invalidate', credentials(session) as TestCall);
      expect(response.status).toBe(204);
      expect(readCookie(response, '__Host-portico-refresh')).toBe('');
      expect(readCookie(response, 'portico-session')).toBe('');
      expect(await validate(session.token)).toBe(401);
      expect((await postRefresh(session)).status).toBe(401);
      for (const { token } of others) expect(await validate(token)).toBe(204);
    },
  );

  it('succeeds without a session', async () => {
    expect((await server.call('DELETE', '/api/auth/invalidate')).status).toBe(204);
  });
});

describe('exchange', () => {
  const exchange = (call: TestCall, app: string, domain: string) =>
    server.call('POST', '/api/auth/exchange', { ...call, body: { app, domain }, headers: { authorization: '' } });

  it('issues a token for an app of the user by the cookie', async () => {
    const { refreshToken } = await server.signIn('ana@portico.test');
    const response = await exchange({ refreshToken }, 'smsa', 'finouro');
    const body: unknown = await response.json();
    expect(body).toEqual({ access_token: expect.any(String) });
    const { access_token: token } = body as { access_token: string };
    expect(decodeJwt(token)).toMatchObject({ app: 'smsa', tenant: 'finouro' });
    expect(await validate(token)).toBe(204);
  });

  it('refuses a token that is used later than 30 seconds after its first use, or has expired', async () => {
    const ask = ({ refreshToken }: TestSession) => exchange({ refreshToken }, 'smsa', 'finouro');
    const first = await server.signIn('ana@portico.test');
    const second = await server.refresh(first);
    server.passSeconds(29);
    expect((await ask(first)).status).toBe(200);
    server.passSeconds(2);
    expect(await readError(await ask(first))).toBe('401 no-session');
    expect((await ask(second)).status).toBe(200);
    server.passSeconds(30 * day);
    expect(await readError(await ask(second))).toBe('401 no-session');
  });

  it('refuses another app, another tenant and malformed keys', async () => {
    const { refreshToken } = await server.signIn('bruno@portico.test');
    expect(await readError(await exchange({ refreshToken }, 'smsa', 'smsa'))).toBe('403 app-not-allowed');
    expect(await readError(await exchange({ refreshToken }, 'hrstudium', 'nowhere'))).toBe('403 app-not-allowed');
    expect(await readError(await exchange({ refreshToken }, "' or 1=1", '../'))).toBe('403 app-not-allowed');
    expect(await readError(await exchange({}, 'hrstudium', 'smsa'))).toBe('401 no-session');
  });
});

describe('calls with cookies', () => {
  it.each([
    ['POST', '/api/auth/refresh'],
    ['DELETE', '/api/auth/invalidate'],
    ['POST', '/api/auth/exchange'],
  ])('are refused from a foreign page: %s %s', async (method, path) => {
    const session = await server.signIn('ana@portico.test');
    for (const origin of ['https://evil.example', 'null', server.modulesUrl]) {
      const response = await server.call(method, path, { refreshToken: session.refreshToken, headers: { origin } });
      expect(await readError(response)).toBe('403 origin-not-allowed');
    }
    expect(await validate(session.token)).toBe(204);
  });

  it('are accepted from their own page and from allowed origins', async () => {
    for (const origin of [server.url, 'https://portal.example.com']) {
      const { refreshToken } = await server.signIn('ana@portico.test');
      const response = await postRefresh({ refreshToken, headers: { origin } });
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin === server.url ? null : origin);
    }
  });

  it('recognize their own origin behind a trusted proxy', async () => {
    const { refreshToken } = await server.signIn('ana@portico.test');
    const proxied = async (origin: string, host = 'smsa.example.com', protocol = 'https') => {
      const headers = { origin, 'x-forwarded-proto': protocol, 'x-forwarded-host': host };
      return (await postRefresh({ refreshToken, headers })).status;
    };
    expect(await proxied('http://smsa.example.com')).toBe(403);
    expect(await proxied('https://smsa.example.com')).toBe(200);
    // Only the default port of the scheme may be named or not.
    expect(await proxied('https://smsa.example.com', 'SMSA.example.com:443')).toBe(200);
    expect(await proxied('http://smsa.example.com', 'smsa.example.com:80', 'http')).toBe(200);
    for (const port of [80, 8443])
      expect(await proxied('https://smsa.example.com', `smsa.example.com:${port}`)).toBe(403);
  });

  it('recognize their own page behind an untrusted proxy that ends TLS', async () => {
    const { refreshToken } = await server.signIn('ana@portico.test');
    const origin = server.url.replace('http:', 'https:');
    expect((await postRefresh({ refreshToken, headers: { origin } })).status).toBe(200);
  });
});

it('signing in over another session of the browser ends that one', async () => {
  const before = await server.signIn('ana@portico.test');
  const body = { email: 'bruno@portico.test', password: 'portico-demo' };
  expect((await server.call('POST', '/api/auth', { body, refreshToken: before.refreshToken })).status).toBe(200);
  expect(await validate(before.token)).toBe(401);
});

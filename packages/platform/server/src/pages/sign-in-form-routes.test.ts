import { formatWait } from '@portico/contract';
import { refreshCookieName } from '../identity/sessions/session-cookies';
import { setUpFactor } from '../testing/set-up-factor';
import { startTestServer, testServer } from '../testing/start-test-server';
import { readCookie, readError } from '../testing/test-client';

const server = testServer({ TRUST_PROXY: 'loopback' }, { hasShell: true });

interface Post {
  readonly address?: string;
  readonly headers?: Record<string, string>;
}

/** The page with the form sets both. */
const cookie = 'portico-probe=1; __Host-portico-probe=1';

/** Sends the form as a browser does. */
function post(fields: Record<string, string>, { address = '/signin', headers = {} }: Post = {}): Promise<Response> {
  return fetch(server.url + address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { origin: server.url, cookie, 'sec-fetch-dest': 'document', 'accept-language': 'en', ...headers },
  });
}

const ana = { email: ' Ana@portico.test', password: 'portico-demo' };

/** The state of the page and its form. */
async function readPage(response: Response) {
  const page = await response.text();
  const state = page.split('<script id="portico-state" type="application/json">')[1]?.split('</script>')[0] ?? '';
  return { ...JSON.parse(state), content: page.split(/<main.*?<\/script>/s)[1] };
}

test('the right password starts a session and leads to the link', async () => {
  const response = await post(ana, { address: '/signin?link=%2Fsmsa%2Ftickets%3Fpage%3D2%23last' });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/smsa/tickets?page=2#last']);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const session = { token: '', refreshToken: readCookie(response, refreshCookieName) ?? '' };
  expect((await server.refresh(session)).token).not.toBe('');
});

test.each([
  '//evil.test',
  '/\\evil.test',
  'https://evil.test',
  '/.//evil.test',
  '/%09/evil.test'.replace('%09', '\t'),
  'x',
  '',
])('the link %j leads home', async (link) => {
  const response = await post(ana, { address: `/signin?link=${encodeURIComponent(link)}` });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
});

test('a repeated link gets the form with the first one', async () => {
  const response = await post(ana, { address: '/signin?link=%2Fa&link=%2Fb' });
  expect([response.status, response.headers.getSetCookie()]).toEqual([400, []]);
  const { content, refusal } = await readPage(response);
  expect(refusal).toEqual({ reason: 'failed', email: ana.email, wait: 0 });
  expect(content).toContain('action="/signin?link=%2Fa"');
});

test('a browser that keeps no cookies gets the form with that reason, and no session', async () => {
  const page = await fetch(`${server.url}/signin`, { headers: { accept: 'text/html' } });
  expect(page.headers.getSetCookie().join()).toMatch(/portico-probe=1;.*__Host-portico-probe=1;/);
  const response = await post(ana, { address: '/signin?link=%2Fsmsa', headers: { cookie: '' } });
  expect([response.status, readCookie(response, refreshCookieName)]).toEqual([400, undefined]);
  // If the browser has only just lost its cookies, the next attempt succeeds.
  expect(readCookie(response, 'portico-probe')).toBe('1');
  const { content, refusal } = await readPage(response);
  expect(refusal).toEqual({ reason: 'cookies-needed', email: ana.email, wait: 0 });
  expect(content).toContain('action="/signin?link=%2Fsmsa"');
});

test.each([
  ['no fields', {}, 400, 'email-missing'],
  ['no password', { email: 'ana@portico.test' }, 400, 'password-missing'],
  ['a malformed e-mail', { email: 'ana', password: 'portico-demo' }, 400, 'email-malformed'],
  ['a password that is too long', { email: 'ana@portico.test', password: 'x'.repeat(2_000) }, 400, 'failed'],
  ['a wrong password', { email: 'ana@portico.test', password: 'wrong' }, 401, 'wrong-credentials'],
  ['an unknown e-mail', { email: 'nobody@portico.test', password: 'portico-demo' }, 401, 'wrong-credentials'],
])('%s: the page comes back with the reason and the e-mail', async (_case, fields, status, reason) => {
  const response = await post(fields, { address: '/signin?link=%2Fsmsa' });
  expect(response.status).toBe(status);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  const { refusal, session, content } = await readPage(response);
  const email = 'email' in fields ? fields.email : '';
  expect([refusal, session]).toEqual([{ reason, email, wait: 0 }, 'none']);
  expect(content).toContain(`<form lang="en" action="/signin?link=%2Fsmsa">`);
  expect(content).toContain(`value="${email}"`);
});

test('the page comes back in the language of the browser', async () => {
  const response = await post({ email: '"><script>', password: 'x' }, { headers: { 'accept-language': 'pt-BR' } });
  const { content } = await readPage(response);
  expect(content).toContain('<form lang="pt"');
  expect(content).toContain('value="&quot;>&lt;script>"');
});

test('a browser with a session signs another user in, and that session ends', async () => {
  const { token, refreshToken } = await server.signIn('bruno@portico.test');
  const headers = { cookie: `${refreshCookieName}=${refreshToken}; portico-session=c1` };
  expect((await readPage(await post({ ...ana, password: 'wrong' }, { headers }))).session).toBe('none');
  expect((await post(ana, { headers })).status).toBe(303);
  expect((await server.call('GET', '/api/users/me', { token })).status).toBe(401);
});

test('a user with a second factor gets its step, and a code in it leads to the link', async () => {
  const { token } = await server.signIn('bruno@portico.test');
  const { getCode } = await setUpFactor(server, token);
  const address = '/signin?link=%2Fsmsa';
  const asked = await post({ email: 'bruno@portico.test', password: 'portico-demo' }, { address });
  expect([asked.status, (await readPage(asked)).refusal.reason]).toEqual([401, 'second-factor-needed']);
  const waiting = `${cookie}; __Host-portico-factor=${readCookie(asked, '__Host-portico-factor')}`;
  const answer = (code: string, sent = waiting) =>
    post({ email: 'bruno@portico.test', code, trust: 'on' }, { address, headers: { cookie: sent } });
  for (const [code, reason, status] of [
    ['000000', 'second-factor-wrong', 401],
    ['x', 'second-factor-wrong', 400],
  ] as const) {
    const refused = await answer(code);
    expect([refused.status, (await readPage(refused)).refusal.reason]).toEqual([status, reason]);
  }
  expect((await readPage(await answer(getCode(), cookie))).refusal.reason).toBe('second-factor-expired');
  const entered = await answer(getCode());
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/smsa']);
  // The browser is trusted.
  const known = `${cookie}; __Host-portico-known=${readCookie(entered, '__Host-portico-known')}`;
  const again = await post({ email: 'bruno@portico.test', password: 'portico-demo' }, { headers: { cookie: known } });
  expect(again.status).toBe(303);
});

test('the limit is that of the API', async () => {
  const headers = { 'x-forwarded-for': '10.0.0.1' };
  const wrong = { email: 'dora@portico.test', password: 'wrong' };
  for (let time = 0; time < 5; time++) {
    expect((await post(wrong, { headers })).status).toBe(401);
    expect((await server.call('POST', '/api/auth', { body: wrong, headers })).status).toBe(401);
  }
  const response = await post({ ...wrong, password: 'portico-demo' }, { headers });
  expect(response.status).toBe(429);
  const wait = Number(response.headers.get('retry-after'));
  const { refusal, content } = await readPage(response);
  expect(refusal).toEqual({ reason: 'too-many-tries', email: wrong.email, wait });
  expect(content).toContain(`<p>${formatWait(wait)}</p>`);
});

test.each([
  ['another origin', { origin: 'https://evil.test' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['another port', { origin: 'http://localhost:1' }],
])('a post of %s gets the empty form with the reason', async (_case, headers) => {
  const response = await post(ana, { headers: { 'sec-fetch-site': 'cross-site', ...headers } });
  expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
  expect((await readPage(response)).refusal).toEqual({ reason: 'other-page', email: '', wait: 0 });
});

test('a page that hides its address may send the form, as browsers say that it is of this origin', async () => {
  const response = await post(ana, { headers: { origin: 'null', 'sec-fetch-site': 'same-origin' } });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
});

test.each([
  ['another type', '/signin', { 'content-type': 'text/plain' }, 415],
  ['another address', '/recover', {}, 404],
])('a form of %s gets a page with the reason and a way on', async (_case, address, headers, status) => {
  const response = await post(ana, { address, headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(await response.text()).toContain('<a href="/">Continue to the portal</a>');
});

test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
  'a body of %s is refused',
  async (type) => {
    const response = await server.call('POST', '/signin', { body: '{}', headers: { 'content-type': type } });
    expect(await readError(response)).toBe('415 unsupported-media-type');
  },
);

test('with the API on another origin, the route does not exist', async () => {
  const configuration = { apiUrl: 'https://api.portal.test', hosts: { localhost: 'smsa' } };
  const other = await startTestServer({}, { hasShell: true, configuration });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const url of ['/signin', '/recover']) {
    expect(await (await other.call('GET', url)).text()).not.toContain('<form');
    expect(await readError(await other.call('POST', url, { headers, body: '' }))).toBe('404 not-found');
  }
  await other.stop();
});

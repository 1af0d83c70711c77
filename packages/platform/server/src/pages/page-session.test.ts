import { importMapSchema, type PageSession, type PageState, pageStateSchema } from '@portico/contract';
import { eq, like } from 'drizzle-orm';
import * as v from 'valibot';
import { appGrants, apps } from '../identity/access-tables';
import { users } from '../identity/account-tables';
import { findCohort, formatCohort } from '../identity/sessions/cohort';
import { refreshCookieName } from '../identity/sessions/session-cookies';
import { isInAudience } from '../registry/live-map/resolve-module';
import { startTestServer, type TestServer, testServer } from '../testing/start-test-server';
import type { TestSession } from '../testing/test-client';
import { publishingCalls } from '../testing/test-publishing';

const modules = ['hrstudium', 'other', 'smsa', 'smsa-dev', 'welcome'];
const importMap = { imports: Object.fromEntries(modules.map((module) => [`@module/${module}`, `/${module}.js`])) };
const proxy = { TRUST_PROXY: 'loopback', TRUST_FORWARDED_HOST: 'on' };
const server = testServer(proxy, { hasShell: true, importMap });

const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
const onHost = (host: string) => ({ headers: { 'x-forwarded-host': host } });

/** Requests a page with the cookies of a session, as a browser does that opens it in a tab. */
async function open(
  refreshToken?: string,
  { url = '/', headers = {}, cookie = 'portico-session=c1', of = server } = {},
) {
  const cookies = [...(cookie ? [cookie] : []), ...(refreshToken ? [`${refreshCookieName}=${refreshToken}`] : [])];
  const response = await of.call('GET', url, { headers: { ...navigation, cookie: cookies.join('; '), ...headers } });
  return { body: await response.text(), headers: Object.fromEntries(response.headers), status: response.status };
}

/** The JSON of a page's script with these attributes. */
function jsonIn(page: string, attributes: string): unknown {
  return JSON.parse(page.split(`<script ${attributes}>`)[1]?.split('</script>')[0] ?? '');
}

function stateIn(page: string): PageState {
  return v.parse(pageStateSchema, jsonIn(page, 'id="portico-state" type="application/json"'));
}

/** The addresses of the modules in a page's map, by key. */
function modulesIn(page: string): Record<string, string> {
  const { imports } = v.parse(importMapSchema, jsonIn(page, 'type="systemjs-importmap"'));
  const entries = Object.entries(imports).filter(([name]) => name.startsWith('@module/'));
  return Object.fromEntries(entries.map(([name, address]) => [name.slice('@module/'.length), address]).sort());
}

/** Publishes a canary of `smsa` to half of the users, and returns a cohort that does not get it and one that does. */
async function publishCanary(on: TestServer): Promise<readonly number[]> {
  const calls = publishingCalls(on);
  const { token } = await calls.createToken('smsa');
  const audience = { percent: 50 };
  await calls.published(token, 'smsa', 'live', { version: 'live' });
  await calls.published(token, 'smsa', 'canary', { version: 'canary', audience });
  const cohorts = Array.from({ length: 100 }, (_, cohort) => cohort);
  const findFirst = (isCanary: boolean) =>
    cohorts.find((cohort) => isInAudience(audience, 'smsa', { cohort }) === isCanary) ?? 0;
  return [findFirst(false), findFirst(true)];
}

async function openSession(refreshToken: string, options?: Parameters<typeof open>[1]): Promise<PageSession> {
  const { session } = stateIn((await open(refreshToken, options)).body);
  if (typeof session !== 'object') throw new Error(`The page has no session but "${session}".`);
  return session;
}

const readJson = async (path: string, token: string) => (await server.call('GET', path, { token })).json();

test('a page contains the session of the API, with a valid access token', async () => {
  const { refreshToken } = await server.signIn('ana@portico.test');
  const { access_token: token, user, apps } = await openSession(refreshToken);
  // The bell fetches the announcements.
  const { announcements: _, ...known } = await readJson('/api/users/me', token);
  expect(user).toEqual(known);
  expect(apps).toEqual(await readJson('/api/tenants/smsa/apps', token));
  expect(apps.map(({ module }) => module)).toEqual(['hrstudium', 'smsa', 'smsa-dev']);
  server.passSeconds(15 * 60 + 1);
  expect((await server.call('GET', '/api/auth/validate', { token })).status).toBe(401);
});

test('the page has the top bar, in the look that the browser last had', async () => {
  const { refreshToken } = await server.signIn('ana@portico.test');
  const cookie = (look: string) => ({ cookie: `portico-session=c1; portico-look=${look}` });
  const home = (await open(refreshToken, cookie('en-dark'))).body;
  expect(home).toContain('<html lang="en" display-mode="dark">');
  expect(home).toMatch(/<header title="en dark tenant [a-z]+">/);
  expect((await open(refreshToken, cookie('"><script>'))).body).toMatch(
    /<html lang="pt-BR" display-mode="light">.*<header title="pt light tenant [a-z]+">/s,
  );
  const { body } = await open('unknown');
  expect(body).not.toContain('<header');
});

test('pages do not change the refresh token or the cookies', async () => {
  const session = await server.signIn('ana@portico.test');
  const pages = await Promise.all(Array.from({ length: 10 }, () => open(session.refreshToken)));
  expect(pages.filter(({ headers }) => 'set-cookie' in headers)).toEqual([]);
  // A used token would now count as stolen.
  server.passSeconds(31);
  await expect(server.refresh(session)).resolves.toMatchObject({ token: expect.any(String) });
});

test('the pages of a minute share a token, of their own session only', async () => {
  const [session, other] = [await server.signIn('ana@portico.test'), await server.signIn('ana@portico.test')];
  const getToken = async ({ refreshToken }: TestSession) => (await openSession(refreshToken)).access_token;
  const token = await getToken(session);
  expect(await getToken(other)).not.toBe(token);
  server.passSeconds(59);
  expect(await getToken(session)).toBe(token);
  server.passSeconds(1);
  expect(await getToken(session)).not.toBe(token);
});

test('a page has the latest user and apps', async () => {
  const { refreshToken } = await server.signIn('dora@portico.test');
  const before = await openSession(refreshToken);
  const grant = '/api/operator/tenants/smsa/apps/smsa/users/dora@portico.test';
  await server.call('DELETE', grant, { token: server.operatorKey });
  const revoked = await openSession(refreshToken);
  expect(revoked.apps).toEqual(before.apps.filter(({ module }) => module !== 'smsa'));
  await server.call('PUT', grant, { token: server.operatorKey });
  expect((await openSession(refreshToken)).apps).toEqual(before.apps);
  await server.call('PATCH', '/api/users/me', { token: before.access_token, body: { name: 'Dora Nova', phone: '' } });
  expect((await openSession(refreshToken)).user.name).toBe('Dora Nova');
});

test('concurrent users each get their own session and apps', async () => {
  const emails = ['ana@portico.test', 'bruno@portico.test', 'carla@portico.test', 'dora@portico.test'];
  const hosts = ['localhost', 'finouro.test'];
  const pages = await Promise.all(
    hosts.flatMap((host) =>
      emails.map(async (email) => {
        const { refreshToken } = await server.signIn(email, undefined, onHost(host).headers);
        return openSession(refreshToken, onHost(host));
      }),
    ),
  );
  expect(pages.map(({ user }) => user.email)).toEqual([...emails, ...emails]);
  const tenants = ['smsa', 'finouro'];
  for (const [index, { access_token: token, apps }] of pages.entries()) {
    expect(apps).toEqual(await readJson(`/api/tenants/${tenants[Math.floor(index / emails.length)]}/apps`, token));
  }
});

test('a page brings all of five hundred applications', async () => {
  const { refreshToken } = await server.signIn('ana@portico.test');
  const [ana] = await server.database.select().from(users).where(eq(users.email, 'ana@portico.test'));
  const keys = Array.from({ length: 500 }, (_, index) => `many-${index}`);
  const rows = keys.map((module) => ({ userId: ana?.id ?? '', tenant: 'smsa', module, name: `A ${module}` }));
  try {
    await server.database.insert(apps).values(rows);
    await server.database.insert(appGrants).values(rows);
    const session = await openSession(refreshToken, { url: '/smsa/' });
    expect(session.apps.map(({ module }) => module)).toEqual([...keys, 'hrstudium', 'smsa', 'smsa-dev']);
  } finally {
    await server.database.delete(apps).where(like(apps.module, 'many-%'));
  }
});

const endings: Record<string, (session: TestSession) => Promise<unknown>> = {
  'the user signed out': ({ refreshToken }) => server.call('DELETE', '/api/auth/invalidate', { refreshToken }),
  'the user was disabled': () => setDisabled('bruno@portico.test', true),
  'the token was used and is replayed later': async (session) => {
    await server.refresh(session);
    server.passSeconds(31);
  },
  'it was unused for a month': async () => server.passSeconds(30 * 24 * 60 * 60 + 1),
};

async function setDisabled(email: string, disabled: boolean): Promise<void> {
  const headers = { authorization: `Bearer ${server.operatorKey}` };
  await server.call('PATCH', `/api/operator/users/${email}`, { headers, body: { disabled } });
}

test.each(Object.keys(endings))('a page has no session when %s', async (ending) => {
  const session = await server.signIn('bruno@portico.test');
  expect((await openSession(session.refreshToken)).user.name).toBe('Bruno Lima');
  await endings[ending]?.(session);
  const { body, headers } = await open(session.refreshToken);
  expect(stateIn(body)).toEqual({ session: 'ended', isMapPartial: true });
  expect(body).not.toMatch(/access_token|bruno/);
  // The response may be late, after a sign-in in another tab.
  expect(headers['set-cookie']).toBeUndefined();
  await setDisabled('bruno@portico.test', false);
});

test('a page distinguishes a visitor from a browser whose session has ended', async () => {
  expect(stateIn((await open(undefined, { cookie: '' })).body).session).toBe('none');
  expect(stateIn((await open()).body).session).toBe('ended');
  expect(stateIn((await open('unknown')).body).session).toBe('ended');
});

test('each host has the sessions and apps of its own tenant, and an unknown tenant has none', async () => {
  const { refreshToken } = await server.signIn('bruno@portico.test', undefined, onHost('finouro.test').headers);
  const { access_token, apps } = await openSession(refreshToken, onHost('finouro.test'));
  expect(apps).toEqual(await readJson('/api/apps?domain=finouro', access_token));
  expect(stateIn((await open(refreshToken, onHost('localhost'))).body).session).toBe('ended');
  const unknown = await open(refreshToken, onHost('unknown.test'));
  expect([unknown.status, stateIn(unknown.body).session]).toEqual([404, undefined]);
});

test('the page has a partial map with the modules that its user reaches', async () => {
  const { refreshToken } = await server.signIn('ana@portico.test');
  const reached = async (...parameters: Parameters<typeof open>) => {
    const { body } = await open(...parameters);
    expect(stateIn(body).isMapPartial).toBe(true);
    return Object.keys(modulesIn(body));
  };
  const own = ['hrstudium', 'smsa', 'smsa-dev'];
  expect(await reached(refreshToken)).toEqual(own);
  expect(await reached(refreshToken, { url: '/welcome/portal/prices' })).toEqual([...own, 'welcome']);
  // Before the sign-in, only the module that it leads to.
  expect(await reached(undefined, { cookie: '', url: '/smsa/tickets?page=2' })).toEqual(['smsa']);
  expect(await reached(undefined, { cookie: '' })).toEqual([]);
});

test('the import map follows the user of the session, not the session cookie', async () => {
  const cohorts = await publishCanary(server);
  const { refreshToken } = await server.signIn('ana@portico.test');
  const [ana] = await server.database.select().from(users).where(eq(users.email, 'ana@portico.test'));
  const isCanary = isInAudience({ percent: 50 }, 'smsa', { cohort: findCohort(ana?.id ?? '') });
  for (const cookie of [...cohorts.map((cohort) => `portico-session=${formatCohort(cohort)}`), 'portico-session=x']) {
    const { body } = await open(refreshToken, { cookie });
    expect(modulesIn(body).smsa).toContain(isCanary ? '/canary/' : '/live/');
    const ended = await open('unknown', { cookie, url: '/smsa' });
    expect(modulesIn(ended.body).smsa).toContain('/live/');
    expect(stateIn(ended.body).dependsOnUser).toBe(true);
  }
});

test('with an API on another origin, the page has no session and the cookie names the cohort', async () => {
  const configuration = { apiUrl: 'https://api.test', hosts: { localhost: 'smsa' } };
  const other = await startTestServer({}, { hasShell: true, configuration, importMap });
  const [live = 0, canary = 0] = await publishCanary(other);
  const { refreshToken } = await other.signIn('ana@portico.test');
  const openAs = async (cohort: number) =>
    (await open(refreshToken, { cookie: `portico-session=${formatCohort(cohort)}`, of: other })).body;
  const [page, canaryPage] = [await openAs(live), await openAs(canary)];
  expect(stateIn(page)).toEqual({});
  // A signed-in user may reach any module.
  expect(Object.keys(modulesIn(page))).toEqual(modules);
  expect([modulesIn(page).smsa, modulesIn(canaryPage).smsa]).toEqual([
    expect.stringContaining('/live/'),
    expect.stringContaining('/canary/'),
  ]);
  await other.stop();
});

describe('other readers', () => {
  test.each(['iframe', 'frame', 'embed', 'object', 'empty', 'script', 'image', 'style', 'worker', ''])(
    'a request for "%s" gets no page',
    async (destination) => {
      const { refreshToken } = await server.signIn('ana@portico.test');
      const { body, status } = await open(refreshToken, { headers: { 'sec-fetch-dest': destination } });
      expect([status, body]).toEqual([404, 'Not found']);
    },
  );

  test('a request without Sec-Fetch-Dest gets no token', async () => {
    const { refreshToken } = await server.signIn('ana@portico.test');
    const cookie = `portico-session=c1; ${refreshCookieName}=${refreshToken}`;
    const response = await server.call('GET', '/', { headers: { cookie } });
    expect(stateIn(await response.text())).toEqual({});
  });

  test('caches, frames and other origins do not get the session', async () => {
    const { refreshToken } = await server.signIn('ana@portico.test');
    const { headers } = await open(refreshToken, { headers: { origin: 'https://evil.test' } });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      // The path of a page may name what another site must not know.
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers).not.toHaveProperty('etag');
  });
});

// Runs on PGlite and on PostgreSQL.
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { deleteTooOld } from '../../operations/retention';
import { createBackgroundTasks } from '../../process/background-tasks';
import { readEnvironment } from '../../process/environment';
import { addProvider, signInAtProvider } from '../../testing/provider-sign-in';
import { createRealtimeClients } from '../../testing/realtime-clients';
import { startBeforeTests } from '../../testing/start-before-tests';
import { providerPassword, startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { createTestBrowser } from '../../testing/test-browser';
import { readSession } from '../../testing/test-client';
import { waitFor } from '../../testing/wait-for';
import { auditRecords } from '../audit-tables';
import { providerTokens } from '../provider-tables';
import { refreshCookieName } from '../sessions/session-cookies';

const nova = { sub: 'n1', email: 'nova@portico.test', name: 'Nova Reis', groups: ['Service desk'] };

const oidc = startBeforeTests(() => startOidcProvider({ accounts: [nova], clients: [] }));
const server = startBeforeTests(() =>
  startTestServer({}, { hasShell: true, configuration: { hosts: { localhost: 'smsa' } } }),
);

let providerId: string;
beforeAll(async () => {
  providerId = (await addProvider(server, oidc)).id;
});

beforeEach(() => {
  oidc.setAccount(nova);
  oidc.setDown(false);
});

const setProvider = (change: object) => addProvider(server, oidc, change);
const map = () =>
  server.operate('POST', 'tenants/smsa/mappings', { claim: 'groups', value: 'Service desk', module: 'smsa' });
const refresh = async (refreshToken: string) =>
  readSession(await server.call('POST', '/api/auth/refresh', { refreshToken }));

async function listModules(token: string): Promise<string[]> {
  const apps = await (await server.call('GET', '/api/apps?domain=smsa', { token })).json();
  return v.parse(v.array(v.object({ module: v.string() })), apps).map(({ module }) => module);
}

const readTokens = () => server.database.select().from(providerTokens);

/** The provider would refuse the clock of a server that is five minutes ahead. */
const makeDue = () => server.database.update(providerTokens).set({ nextRefreshAt: server.now() });

/** Waits until the provider was asked and has given another token. */
async function waitForProvider([before]: Awaited<ReturnType<typeof readTokens>>): Promise<void> {
  await waitFor(async () => {
    const [row] = await readTokens();
    return row && before && row.refreshToken !== before.refreshToken ? row : undefined;
  });
}

test('without mappings no token of the provider is stored', async () => {
  await signInAtProvider(server, providerId, nova.email);
  expect(await readTokens()).toEqual([]);
});

test('a sign-in gives what the groups are mapped to; a later refresh takes it away in open pages', async () => {
  await map();
  const { refreshToken } = await signInAtProvider(server, providerId, nova.email);
  const before = await readTokens();
  expect(before).toHaveLength(1);
  // A JWE.
  expect(before[0]?.refreshToken).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
  let session = await refresh(refreshToken);
  expect(await listModules(session.token)).toEqual(['smsa']);
  const clients = createRealtimeClients(server);
  const tab = await clients.listen(nova.email, session.token);

  oidc.setAccount({ ...nova, groups: [] });
  // Not due yet.
  session = await refresh(session.refreshToken);
  expect(await readTokens()).toEqual(before);
  await makeDue();
  session = await refresh(session.refreshToken);
  await waitForProvider(before);
  await waitFor(async () => ((await listModules(session.token)).length === 0 ? true : undefined));
  await waitFor(async () => tab.messages.find(({ id, module, silent }) => id === 'portal' && module === '' && silent));
  await clients.closeAll();
});

test('a user who proves their account has what the groups give, and a session that follows the provider', async () => {
  const ana = { sub: 'a1', email: 'ana@portico.test', name: 'Ana', groups: ['Service desk'] };
  oidc.setAccount(ana);
  await server.operate('DELETE', `tenants/smsa/apps/smsa/users/${ana.email}`);
  const browser = createTestBrowser();
  const login = await browser.open(`${server.url}/api/sign-in/${providerId}`);
  const proof = await browser.submit(login, { email: ana.email, password: providerPassword });
  expect(proof.text).toContain('Is this your account?');
  const before = (await readTokens()).length;
  await browser.submit(proof, { password: 'portico-demo' });
  expect(await readTokens()).toHaveLength(before + 1);
  const refreshToken = browser.getCookies(new URL(server.url).host).get(refreshCookieName) ?? '';
  expect(await listModules((await refresh(refreshToken)).token)).toContain('smsa');
  await server.database.delete(providerTokens);
});

test('a page of a session refreshes it at the provider too', async () => {
  oidc.setAccount({ ...nova, groups: [] });
  await server.database.delete(providerTokens);
  const { browser } = await signInAtProvider(server, providerId, nova.email);
  const before = await readTokens();
  oidc.setAccount(nova);
  await makeDue();
  await browser.request(`${server.url}/`, { headers: { 'sec-fetch-dest': 'document' } });
  await waitForProvider(before);
});

test('a provider that is down delays nothing and ends nothing', async () => {
  await setProvider({ ends_sessions: true });
  await server.database.delete(providerTokens);
  const { refreshToken } = await signInAtProvider(server, providerId, nova.email);
  const before = await readTokens();
  oidc.setDown(true);
  await makeDue();
  const session = await refresh(refreshToken);
  await waitFor(async () =>
    (await readTokens())[0]?.nextRefreshAt.getTime() !== before[0]?.nextRefreshAt.getTime() ? true : undefined,
  );
  expect(await listModules(session.token)).toEqual(['smsa']);
  oidc.setDown(false);
  await makeDue();
  const next = await refresh(session.refreshToken);
  await waitForProvider(before);
  expect(await listModules(next.token)).toEqual(['smsa']);
});

test.each([
  [true, 'ends'],
  [false, 'stays'],
])(
  'after the provider has ended its session (ends_sessions: %s), that of the portal %s',
  async (ends_sessions, effect) => {
    await setProvider({ ends_sessions });
    await server.database.delete(providerTokens);
    const { refreshToken } = await signInAtProvider(server, providerId, nova.email);
    const first = await refresh(refreshToken);
    const clients = createRealtimeClients(server);
    const tab = await clients.listen(nova.email, first.token);
    oidc.removeAccount(nova.sub);
    await makeDue();
    const { token } = await refresh(first.refreshToken);
    await waitFor(async () => ((await readTokens()).length === 0 ? true : undefined));
    if (effect === 'ends') {
      await tab.closed();
      expect((await server.call('GET', '/api/users/me', { token })).status).toBe(401);
      const records = await server.database.select().from(auditRecords).where(eq(auditRecords.action, 'session-ended'));
      expect(records.at(-1)).toMatchObject({
        actor: 'portal',
        tenant: 'smsa',
        details: { reason: 'ended-at-provider' },
      });
    } else expect((await server.call('GET', '/api/users/me', { token })).status).toBe(200);
    await clients.closeAll();
  },
);

test('the token of an ended session is deleted, also if the provider stays down', async () => {
  await setProvider({ ends_sessions: true });
  const { refreshToken } = await signInAtProvider(server, providerId, nova.email);
  expect(await readTokens()).toHaveLength(1);
  oidc.setDown(true);
  await server.call('DELETE', '/api/auth/invalidate', { refreshToken });
  const { database, dataFolder, now } = server;
  const services = { background: createBackgroundTasks(() => {}), database, now, environment: readEnvironment({}) };
  await deleteTooOld(services, dataFolder);
  expect(await readTokens()).toEqual([]);
});

test.each(['a sign-out', 'an end by an operator'])('%s revokes the refresh token of a session', async (end) => {
  await server.database.delete(providerTokens);
  const { refreshToken } = await signInAtProvider(server, providerId, nova.email);
  const before = oidc.countRefreshTokens();
  if (end === 'a sign-out') await server.call('DELETE', '/api/auth/invalidate', { refreshToken });
  else await server.operate('DELETE', `users/${nova.email}/sessions`);
  await waitFor(async () => ((await readTokens()).length === 0 ? true : undefined));
  expect(oidc.countRefreshTokens()).toBe(before - 1);
});

test('a provider that is down delays no sign-out, and revokes the refresh token later', async () => {
  const { refreshToken } = await signInAtProvider(server, providerId, nova.email);
  const before = oidc.countRefreshTokens();
  oidc.setDown(true);
  expect((await server.call('DELETE', '/api/auth/invalidate', { refreshToken })).status).toBe(204);
  await waitFor(async () => (await readTokens())[0]?.takenUntil ?? undefined);
  expect(oidc.countRefreshTokens()).toBe(before);
  oidc.setDown(false);
  await server.database.update(providerTokens).set({ takenUntil: server.now() });
  await server.call('POST', '/api/auth/refresh');
  await waitFor(async () => ((await readTokens()).length === 0 ? true : undefined));
  expect(oidc.countRefreshTokens()).toBe(before - 1);
});

test('the token of an ended session is deleted without a provider that revokes it', async () => {
  oidc.setLie((path, { revocation_endpoint, ...answer }) =>
    path.endsWith('openid-configuration') ? answer : { ...answer, revocation_endpoint },
  );
  await setProvider({ ends_sessions: true });
  const { refreshToken } = await signInAtProvider(server, providerId, nova.email);
  const before = oidc.countRefreshTokens();
  await server.call('DELETE', '/api/auth/invalidate', { refreshToken });
  await waitFor(async () => ((await readTokens()).length === 0 ? true : undefined));
  expect(oidc.countRefreshTokens()).toBe(before);
  oidc.setLie();
});

test('a sign-out leads to that of the provider, and back; a provider that is down does not keep the user', async () => {
  const leave = async (browser: Awaited<ReturnType<typeof signInAtProvider>>['browser']) => {
    const response = await browser.request(`${server.url}/api/auth/invalidate`, { method: 'DELETE' });
    expect(response.status).toBe(204);
    return browser.request(`${server.url}/api/sign-in/leave`);
  };
  const { browser } = await signInAtProvider(server, providerId, nova.email);
  const response = await leave(browser);
  expect(response.status).toBe(303);
  const address = new URL(response.headers.get('location') ?? '');
  expect(address.origin + address.pathname).toBe(`${oidc.issuer}/session/end`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'portal',
    post_logout_redirect_uri: `${server.url}/`,
  });
  expect((await browser.request(address)).status).toBe(200);
  // The cookie leads there once.
  expect((await browser.request(`${server.url}/api/sign-in/leave`)).headers.get('location')).toBe('/');

  const { browser: other } = await signInAtProvider(server, providerId, nova.email);
  oidc.setDown(true);
  const answer = await leave(other);
  expect(answer.status).toBe(303);
  expect(other.getCookies(new URL(server.url).host).get('__Host-portico-refresh')).toBeUndefined();
});

test.each(['', 'x', '00000000-0000-4000-8000-000000000000', 'https://evil.example/'])(
  'the page that leaves a provider leads nowhere else (%s)',
  async (cookie) => {
    const response = await server.call('GET', '/api/sign-in/leave', { headers: { cookie: `portico-leave=${cookie}` } });
    expect(response.url).toBe(`${server.url}/`);
  },
);

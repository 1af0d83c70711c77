// Users prove again at their provider who they are. Runs on PGlite and on PostgreSQL.
import { accessTokenResponseSchema, confirmationStateSchema } from '@portico/contract';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { addProvider, isCallback, signInAt } from '../../testing/sign-in-at-provider';
import { startBeforeTests } from '../../testing/start-before-tests';
import { providerPassword, startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { createTestBrowser, type TestBrowser } from '../../testing/test-browser';
import { readError } from '../../testing/test-client';
import { tenantMembers, userRoles, users } from '../account-tables';
import { findUserByEmail } from '../accounts/user-repository';
import { auditRecords } from '../audit-tables';
import { userIdentities } from '../provider-tables';
import { sessions } from '../session-tables';

const nova = { sub: 'n1', email: 'nova@portico.test', name: 'Nova Reis' };
const mallory = { sub: 'm1', email: 'mallory@portico.test', name: 'Mallory' };
const otto = { sub: 'o1', email: 'otto@portico.test', name: 'Otto' };
const rosa = { sub: 'r1', email: 'rosa@portico.test', name: 'Rosa' };

const accounts = [nova, mallory, otto, rosa];
const oidc = startBeforeTests(() => startOidcProvider({ accounts, clients: [] }));
const second = startBeforeTests(() => startOidcProvider({ accounts, clients: [] }));
const server = startBeforeTests(() =>
  startTestServer({}, { hasShell: true, configuration: { hosts: { localhost: 'smsa' } } }),
);
let provider: Awaited<ReturnType<typeof addProvider>>;
beforeAll(async () => {
  provider = await addProvider(server, oidc, { name: 'Acme ID', creates_users: true });
});
afterEach(() => oidc.setLie());

const proof = () => `${provider.start}?confirm=1`;

async function getToken(browser: TestBrowser): Promise<string> {
  const headers = { origin: server.url };
  const response = await browser.request(`${server.url}/api/auth/refresh`, { method: 'POST', headers });
  return v.parse(accessTokenResponseSchema, await response.json()).access_token;
}

const expireProofs = () => server.database.update(sessions).set({ confirmedAt: null });

/** Signs in at the provider; the proof that this is has expired. */
async function signIn({ email }: { readonly email: string }) {
  const browser = createTestBrowser();
  await signInAt(browser, provider.start, email);
  await expireProofs();
  return { browser, token: await getToken(browser) };
}

async function readState(token: string) {
  const response = await server.call('GET', '/api/auth/confirmation', { token });
  return v.parse(confirmationStateSchema, await response.json());
}

const isConfirmed = async (token: string) => (await readState(token)).confirmed_until !== null;

/** Changes the claims of the provider. */
function lie(change: object): void {
  oidc.setLie(async (path, answer) => {
    if (path === '/me') return { ...answer, ...change };
    if (path !== '/token') return answer;
    const claims = decodeJwt(v.parse(v.string(), answer.id_token));
    return { ...answer, id_token: await oidc.sign({ ...claims, ...change }) };
  });
}

const epoch = () => Math.floor(server.now().getTime() / 1000);

test('a new sign-in at the provider confirms this session, and starts, links and changes nothing', async () => {
  const { browser, token } = await signIn(nova);
  const other = await signIn(nova);
  expect(await readState(token)).toEqual({
    confirmed_until: null,
    methods: ['provider', 'mailed-code'],
    providers: [{ name: 'Acme ID', address: `/api/sign-in/${provider.id}?confirm=1` }],
  });
  const count = () => Promise.all([sessions, userIdentities, users].map((table) => server.database.$count(table)));
  const [before, cookies] = [await count(), new Map(browser.getCookies(new URL(server.url).host))];
  oidc.setAccount({ ...nova, name: 'Nova Changed' });

  // The provider knows the user, and asks all the same.
  const login = await browser.open(proof());
  expect(login.text).toContain('Sign in at the provider');
  const page = await browser.submit(login, { email: nova.email, password: providerPassword });
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<h1>Confirmed</h1>') });
  expect([await isConfirmed(token), await isConfirmed(other.token)]).toEqual([true, false]);
  expect(await count()).toEqual(before);
  expect(browser.getCookies(new URL(server.url).host)).toEqual(cookies);
  expect(await findUserByEmail(server.database, nova.email)).toMatchObject({ name: nova.name });
  expect((await server.call('POST', '/api/auth/factor/setup', { token })).status).toBe(200);
  server.passSeconds(601);
  expect(await isConfirmed(token)).toBe(false);
  server.passSeconds(-601);
});

test('an answer counts once', async () => {
  const { browser, token } = await signIn(nova);
  const { url } = await signInAt(browser, proof(), nova.email, isCallback);
  const jar = browser.getCookies(new URL(server.url).host);
  const copied = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  expect((await browser.open(url)).status).toBe(200);
  await expireProofs();
  expect((await browser.open(url)).status).toBe(400);
  // A copy of the cookies has the attempt still: the provider refuses its code.
  const again = await createTestBrowser().request(url, { headers: { cookie: copied } });
  expect(again.status).toBe(400);
  expect(await isConfirmed(token)).toBe(false);
});

test('the user has to sign in at the provider after the start, by a clock that may be a minute late', async () => {
  for (const [age, isAccepted] of [
    [undefined, false],
    [90, false],
    [50, true],
  ] as const) {
    const { browser, token } = await signIn(nova);
    lie({ auth_time: age && epoch() - age });
    const page = await signInAt(browser, proof(), nova.email);
    expect([age, await isConfirmed(token)]).toEqual([age, isAccepted]);
    if (!isAccepted) expect(page).toMatchObject({ status: 400, text: expect.stringContaining('<h1>Not confirmed') });
    oidc.setLie();
  }
});

test('a provider that the user leads back without typing anything confirms nothing', async () => {
  const { browser, token } = await signIn(nova);
  server.passSeconds(90);
  // The user, or a script in the page, can change what the portal asks the provider for.
  const login = await browser.request(proof());
  const asked = new URL(login.headers.get('location') ?? '');
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({ prompt: 'login', max_age: '0', scope: 'openid' });
  for (const name of ['prompt', 'max_age']) asked.searchParams.delete(name);
  const page = await browser.open(asked);
  server.passSeconds(-90);
  expect(page).toMatchObject({ status: 400, text: expect.stringContaining('<h1>Not confirmed') });
  expect(await isConfirmed(token)).toBe(false);
});

test('another user of the provider confirms nothing, and is recorded', async () => {
  await signIn(mallory);
  const { browser, token } = await signIn(nova);
  lie({ sub: mallory.sub });
  const page = await signInAt(browser, proof(), nova.email);
  expect(page).toMatchObject({ status: 403, text: expect.stringContaining('Another user signed in at') });
  expect(page.text).toContain(`href="/api/sign-in/${provider.id}?confirm=1"`);
  expect(await isConfirmed(token)).toBe(false);
  const records = await server.database.select().from(auditRecords);
  const reasons = records.filter(({ action }) => action === 'confirmation-refused').map(({ details }) => details);
  expect(reasons).toEqual([{ reason: 'another-user-at-provider' }]);
});

test('an attempt counts in its session alone', async () => {
  const { browser, token } = await signIn(nova);
  const other = await signIn(nova);
  const { url } = await signInAt(browser, proof(), nova.email, isCallback);
  // The attempt of one session with the cookies of another session of the same user.
  const { host } = new URL(server.url);
  const attempts = [...browser.getCookies(host)].filter(([name]) => name.includes('attempt'));
  const cookies = new Map([...other.browser.getCookies(host), ...attempts]);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await createTestBrowser().request(url, { headers: { cookie } });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('<h1>Not confirmed')]);
  expect([await isConfirmed(token), await isConfirmed(other.token)]).toEqual([false, false]);
});

test('an attempt of another browser confirms nothing', async () => {
  const { browser: victim, token } = await signIn(nova);
  const { browser: attacker } = await signIn(nova);
  const { url } = await signInAt(attacker, proof(), nova.email, isCallback);
  expect((await victim.open(url)).status).toBe(400);
  expect(await isConfirmed(token)).toBe(false);
});

test('a browser without a session, and a page of another origin, start no proof', async () => {
  const page = await createTestBrowser().open(proof());
  expect(page).toMatchObject({ status: 403, text: expect.stringContaining('cannot prove who you are here') });
  const { browser } = await signIn(nova);
  const lead = (site: string) => browser.request(proof(), { headers: { 'sec-fetch-site': site } });
  expect([(await lead('cross-site')).status, (await lead('same-origin')).status]).toEqual([403, 303]);
});

test('a provider at which the user has no account confirms nothing', async () => {
  const evil = await addProvider(server, second, { creates_users: true, name: 'Evil' });
  const { browser, token } = await signIn(nova);
  expect((await readState(token)).providers).toHaveLength(1);
  expect((await browser.open(`${evil.start}?confirm=1`)).status).toBe(403);
  // An answer of the other provider for an attempt at the first one.
  const { url } = await signInAt(browser, proof(), nova.email, isCallback);
  url.pathname = evil.callback_path;
  expect((await browser.open(url)).status).toBe(400);
  expect(await isConfirmed(token)).toBe(false);
});

test('the provider of one tenant confirms nothing for an account that others know, or with a role in the portal', async () => {
  const give = {
    [otto.email]: (userId: string) =>
      server.database.insert(tenantMembers).values({ tenant: 'finouro', userId, joinedAt: server.now() }),
    [rosa.email]: (userId: string) =>
      server.database.insert(userRoles).values({ userId, role: 'operator', grantedAt: server.now() }),
  };
  for (const account of [otto, rosa]) {
    const { browser, token } = await signIn(account);
    expect((await readState(token)).methods).toContain('provider');
    const { url } = await signInAt(browser, proof(), account.email, isCallback);
    const user = await findUserByEmail(server.database, account.email);
    await give[account.email]?.(user?.id ?? '');
    expect(await readState(token)).toMatchObject({ methods: ['mailed-code'], providers: [] });
    expect((await browser.open(url)).status).toBe(403);
    expect((await browser.open(proof())).status).toBe(403);
    expect(await isConfirmed(token)).toBe(false);
    expect(await readError(await server.call('POST', '/api/auth/factor/setup', { token }))).toBe(
      '403 confirmation-needed',
    );
  }
});

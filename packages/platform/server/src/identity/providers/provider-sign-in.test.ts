// Runs on PGlite and on PostgreSQL.
import { accessTokenResponseSchema } from '@portico/contract';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { createOutbox } from '../../testing/outbox';
import { createRealtimeClients } from '../../testing/realtime-clients';
import { addProvider, isCallback, isSignedIn, signInAt } from '../../testing/sign-in-at-provider';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { createTestBrowser, type TestBrowser, type TestPage } from '../../testing/test-browser';
import { plainPicture } from '../../testing/test-photos';
import { waitFor } from '../../testing/wait-for';
import { tenantMembers, userImages, users } from '../account-tables';
import { findUserByEmail } from '../accounts/user-repository';
import { auditRecords } from '../audit-tables';
import { throttles } from '../limit-tables';
import { sessions } from '../session-tables';
import { tenants } from '../tenant-tables';

const bruno = { sub: 'b1', email: 'bruno@portico.test', name: 'Bruno Lima' };
const nova = { sub: 'n1', email: 'nova@portico.test', name: 'Nova Reis' };
const olga = { sub: 'o1', email: 'olga@portico.test' };
const carla = { sub: 'c1', email: 'carla@portico.test' };

// The server checks connections each half minute: without a call, its interval would close them too.
const startInterval = setInterval;
beforeAll(() => {
  jest.spyOn(globalThis, 'setInterval').mockImplementation((task) => startInterval(task, 2 ** 31 - 1));
});

const accounts = [bruno, nova, olga, carla];
const oidc = startBeforeTests(() => startOidcProvider({ accounts, clients: [] }));
const server = startBeforeTests(() =>
  startTestServer({}, { hasShell: true, configuration: { hosts: { localhost: 'smsa' } } }),
);
let provider: Awaited<ReturnType<typeof addProvider>>;
beforeAll(async () => {
  provider = await addProvider(server, oidc, { name: 'Acme ID', creates_users: true });
});
afterEach(() => {
  oidc.setDown(false);
  oidc.setAccount(nova);
});

const listCookies = (browser: TestBrowser) => [...browser.getCookies(new URL(server.url).host).keys()];
const signedIn = (browser: ReturnType<typeof createTestBrowser>) => isSignedIn(browser, server.url);

async function getToken(browser: TestBrowser): Promise<string> {
  const response = await browser.request(`${server.url}/api/auth/refresh`, {
    method: 'POST',
    headers: { origin: server.url },
  });
  return v.parse(accessTokenResponseSchema, await response.json()).access_token;
}

test('a first sign-in adds the user, and leads to the link', async () => {
  const browser = createTestBrowser();
  const page = await signInAt(browser, `${provider.start}?link=%2Fsmsa%2Forders%3Fpage%3D2`, nova.email);
  expect(page.url.href).toBe(`${server.url}/smsa/orders?page=2`);
  expect(signedIn(browser)).toBe(true);
  expect(listCookies(browser).join()).not.toContain('attempt');
  const user = await findUserByEmail(server.database, nova.email);
  expect(user).toMatchObject({ name: 'Nova Reis', passwordHash: null });
  const [session] = await server.database
    .select()
    .from(sessions)
    .where(eq(sessions.userId, user?.id ?? ''));
  expect(session).toMatchObject({ tenant: 'smsa', providerId: provider.id });
  // There is no password to type before a dangerous step.
  expect(session?.confirmedAt).toEqual(session?.createdAt);
  const records = await server.database
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.userId, user?.id ?? ''), eq(auditRecords.action, 'sign-in')));
  expect(records.map(({ details }) => details)).toMatchObject([{ method: 'provider', provider: provider.id }]);
  const own = await server.database
    .select()
    .from(tenantMembers)
    .where(eq(tenantMembers.userId, user?.id ?? ''));
  expect(own.map(({ tenant }) => tenant)).toEqual(['smsa']);
});

test('name, e-mail and photo follow the subject', async () => {
  await signInAt(createTestBrowser(), provider.start, nova.email);
  const before = await findUserByEmail(server.database, nova.email);
  const changed = { ...nova, email: 'nova.lima@portico.test', name: 'Nova Lima', picture: `${oidc.issuer}/photo` };
  oidc.setPhoto(await plainPicture(30, 30).png().toBuffer());
  oidc.setAccount(changed);
  const mail = await createOutbox(server).nextMailTo(nova.email, 'notice', async () => {
    await signInAt(createTestBrowser(), provider.start, changed.email);
  });
  expect(mail.replaceAll('=\r\n', '')).toContain(changed.email);
  const after = await findUserByEmail(server.database, changed.email);
  expect(after).toMatchObject({ id: before?.id, name: 'Nova Lima' });
  await waitFor(
    async () => (await server.database.$count(userImages, eq(userImages.userId, after?.id ?? ''))) === 1 || undefined,
  );

  // The e-mail of another user, or of another domain, is not copied.
  for (const email of [bruno.email, 'nova@elsewhere.test']) {
    oidc.setAccount({ ...changed, email });
    oidc.setAccount({ ...bruno, email: 'unused@portico.test' });
    const browser = createTestBrowser();
    await signInAt(browser, provider.start, email);
    oidc.setAccount(bruno);
    expect(signedIn(browser)).toBe(true);
    expect(await findUserByEmail(server.database, changed.email)).toMatchObject({ id: before?.id });
  }
  await server.database.update(users).set({ email: nova.email }).where(eq(users.email, changed.email));
});

test('the owner of an account links it once, by its password', async () => {
  const browser = createTestBrowser();
  const form = await signInAt(browser, `${provider.start}?link=%2Fsmsa`, bruno.email);
  expect(form.status).toBe(200);
  expect(form.url.pathname).toBe(`/api/sign-in/${provider.id}/account`);
  expect(form.text).toContain(bruno.email);
  expect(signedIn(browser)).toBe(false);

  const again = await browser.submit(form, { password: 'wrong' });
  expect(again).toMatchObject({ status: 401, text: expect.stringContaining('role="alert"') });
  expect(signedIn(browser)).toBe(false);
  const foreign = {
    method: 'POST',
    body: new URLSearchParams({ password: 'portico-demo' }),
    headers: { origin: 'https://evil.example' },
  };
  expect((await browser.request(form.url, foreign)).status).toBe(403);

  const outbox = createOutbox(server);
  let done = again;
  const mail = await outbox.nextMailTo(bruno.email, 'notice', async () => {
    done = await browser.submit(form, { password: 'portico-demo' });
  });
  expect(mail).toMatch(/^Subject: SMSA: your account was linked to a sign-in provider\r?$/m);
  expect(done.url.pathname).toBe('/smsa');
  expect(signedIn(browser)).toBe(true);

  const other = createTestBrowser();
  expect((await signInAt(other, provider.start, bruno.email)).url.pathname).toBe('/');
  expect(signedIn(other)).toBe(true);

  // Another person who gets the e-mail at the provider later does not get the account.
  oidc.setAccount({ ...bruno, email: 'left@portico.test' });
  oidc.setAccount({ sub: 'b2', email: bruno.email });
  const refused = await signInAt(createTestBrowser(), provider.start, bruno.email);
  expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('does not let') });
  oidc.setAccount({ sub: 'b2', email: 'second@portico.test' });
  oidc.setAccount(bruno);
});

test('the password of an account is tried ten times', async () => {
  const browser = createTestBrowser();
  const form = await signInAt(browser, provider.start, olga.email);
  const statuses: number[] = [];
  for (let guess = 1; guess <= 11; guess++) statuses.push((await browser.submit(form, { password: 'guess' })).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('a cancelled sign-in has a page that leads back to the form', async () => {
  const browser = createTestBrowser();
  const login = await browser.open(`${provider.start}?link=%2Fsmsa%2Forders`);
  const page = await browser.submit(login, { cancel: 'yes' });
  expect(page.status).toBe(400);
  expect(page.text).toMatch(/The sign-in at .?Acme ID.? was cancelled\./u);
  expect(page.text).toContain('href="/signin?link=%2Fsmsa%2Forders"');
});

test('a repeated or old answer has a page', async () => {
  const browser = createTestBrowser();
  const { url } = await signInAt(browser, provider.start, nova.email, isCallback);
  expect((await browser.open(url)).status).toBe(200);
  const repeated = await browser.open(url);
  expect(repeated).toMatchObject({ status: 400, text: expect.stringContaining('too old, was completed before') });

  const late = await signInAt(browser, provider.start, nova.email, isCallback);
  server.passSeconds(11 * 60);
  expect((await browser.open(late.url)).status).toBe(400);
  server.passSeconds(-11 * 60);
});

test('each tab has its own attempt, of which six are kept', async () => {
  const browser = createTestBrowser();
  const tabs = ['first', 'second'].map((name) => `${provider.start}?link=%2Fsmsa%2F${name}`);
  const logins: TestPage[] = [];
  for (const tab of tabs) logins.push(await browser.open(tab));
  const answers: string[] = [];
  for (const login of logins.toReversed()) {
    answers.push((await browser.submit(login, { email: nova.email, password: 'provider-demo' })).url.pathname);
  }
  expect(answers).toEqual(['/smsa/second', '/smsa/first']);
  for (let tab = 0; tab < 9; tab++) await browser.request(provider.start);
  expect(listCookies(browser).filter((name) => name.includes('attempt'))).toHaveLength(6);
});

test('a provider that does not answer has a page', async () => {
  const browser = createTestBrowser();
  const { url } = await signInAt(browser, provider.start, nova.email, isCallback);
  oidc.setDown(true);
  const page = await browser.open(url);
  expect(page).toMatchObject({ status: 502, text: expect.stringContaining('does not respond') });
  // The failure has discarded the discovery document.
  expect((await browser.open(provider.start)).status).toBe(502);
  oidc.setDown(false);
  await signInAt(browser, provider.start, nova.email);
  expect(signedIn(browser)).toBe(true);
});

test('keys may change while users sign in', async () => {
  const browser = createTestBrowser();
  const { url } = await signInAt(browser, provider.start, nova.email, isCallback);
  oidc.rotateKeys();
  await browser.open(url);
  expect(signedIn(browser)).toBe(true);
});

test('a sign-in at a provider closes the connections of the session that it replaces', async () => {
  const clients = createRealtimeClients(server);
  const browser = createTestBrowser();
  await signInAt(browser, provider.start, nova.email);
  const tab = await clients.listen(nova.email, await getToken(browser));
  await signInAt(browser, provider.start, nova.email);
  await tab.closed();
  await clients.closeAll();
});

test('another e-mail closes the connections on the topic of the former one', async () => {
  const clients = createRealtimeClients(server);
  const [browser, other] = [createTestBrowser(), createTestBrowser()];
  for (const one of [browser, other]) await signInAt(one, provider.start, nova.email);
  const tab = await clients.listen(nova.email, await getToken(other));
  oidc.setAccount({ ...nova, email: 'nova.other@portico.test' });
  await signInAt(createTestBrowser(), provider.start, 'nova.other@portico.test');
  await tab.closed();
  await clients.closeAll();
  await server.database.update(users).set({ email: nova.email }).where(eq(users.email, 'nova.other@portico.test'));
});

test('passwords that are switched off end the sessions that no provider vouches for, except that of the caller', async () => {
  // The wrong passwords of the tests before count no more.
  await server.database.delete(throttles);
  const operator = await server.signIn(olga.email);
  const [colleague, elsewhere] = [await server.signIn(olga.email), await server.signIn('ana@portico.test')];
  const token = operator.token;
  await server.call('POST', '/api/operator/confirmation', { token, body: { password: 'portico-demo' } });
  const vouched = createTestBrowser();
  await signInAt(vouched, provider.start, nova.email);
  const validate = async (one: string) => (await server.call('GET', '/api/auth/validate', { token: one })).status;
  const read = async () => Promise.all([token, colleague.token, elsewhere.token].map(validate));
  const put = (passwords_off: boolean) =>
    server.call('PUT', '/api/operator/tenants/smsa/sign-in-providers', {
      token,
      body: { issuer: oidc.issuer, client_id: 'portal', passwords_off },
    });
  expect((await put(true)).status).toBe(200);
  expect(await read()).toEqual([204, 401, 401]);
  expect(await validate(await getToken(vouched))).toBe(204);
  await put(false);
  const later = await server.signIn(olga.email);
  await server.database.update(tenants).set({ passwordsOff: true }).where(eq(tenants.key, 'smsa'));
  await put(true);
  expect(await validate(later.token)).toBe(204);
  await put(false);
});

test('a provider that adds no users lets in members only', async () => {
  await addProvider(server, oidc, { creates_users: false });
  oidc.setAccount({ sub: 'x1', email: 'unknown@portico.test' });
  const unknown = await signInAt(createTestBrowser(), provider.start, 'unknown@portico.test');
  expect(unknown).toMatchObject({ status: 403, text: expect.stringContaining('does not let') });
  await server.operate('PATCH', `users/${nova.email}`, { disabled: true });
  expect((await signInAt(createTestBrowser(), provider.start, nova.email)).status).toBe(403);
  await server.operate('PATCH', `users/${nova.email}`, { disabled: false });
  await server.operate('DELETE', `tenants/smsa/users/${nova.email}`);
  expect((await signInAt(createTestBrowser(), provider.start, nova.email)).status).toBe(403);
  const refusals = await server.database.select().from(auditRecords).where(eq(auditRecords.action, 'sign-in-refused'));
  const reasons = refusals.map(({ details }) => details.reason);
  expect(reasons).toEqual(expect.arrayContaining(['user-unknown', 'disabled', 'not-a-member']));
});

test('a removed provider ends its sessions, and passwords work again', async () => {
  const second = await addProvider(server, oidc, { name: 'Second', passwords_off: true }, { clientId: 'second' });
  const list = async () => (await server.operate('GET', 'tenants/smsa/sign-in-providers')).json();
  expect(await list()).toMatchObject({ passwords_off: true, providers: [{ name: 'Acme ID' }, { name: 'Second' }] });
  expect(JSON.stringify(await list())).not.toContain('secret');
  expect((await server.operate('DELETE', `tenants/acme/sign-in-providers/${second.id}`)).status).toBe(404);
  for (const { id } of [second, provider]) {
    expect((await server.operate('DELETE', `tenants/smsa/sign-in-providers/${id}`)).status).toBe(204);
  }
  expect(await list()).toEqual({ passwords_off: false, providers: [] });
  const own = await server.database.select().from(sessions).where(eq(sessions.providerId, provider.id));
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ endedAt }) => endedAt === null)).toEqual([]);
});

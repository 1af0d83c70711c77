// Users see their accounts at providers, and unlink them. Runs on PGlite and on PostgreSQL.
import { randomUUID } from 'node:crypto';
import { appListSchema } from '@portico/contract';
import { providerAccountListSchema } from '@portico/contract/administration';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { addMilliseconds } from '../../database/database-clock';
import { createOutbox } from '../../testing/outbox';
import { addProvider, signInAt } from '../../testing/sign-in-at-provider';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { createTestBrowser } from '../../testing/test-browser';
import { readError, readSession } from '../../testing/test-client';
import { passkeyCalls } from '../../testing/test-passkeys';
import { waitFor } from '../../testing/wait-for';
import { findUserByEmail } from '../accounts/user-repository';
import { auditRecords } from '../audit-tables';
import { signInProviders, userIdentities } from '../provider-tables';
import { startSession } from '../sessions/session';
import { refreshCookieName } from '../sessions/session-cookies';
import { tenants } from '../tenant-tables';
import { applyMappings } from './apply-mappings';

const oidc = startBeforeTests(() => startOidcProvider({ accounts: [], clients: [] }));
const server = startBeforeTests(() =>
  startTestServer({}, { hasShell: true, configuration: { hosts: { localhost: 'smsa' } } }),
);
const outbox = createOutbox(server);
const { add, confirm } = passkeyCalls(server);
const password = 'a-good-password';

let provider: Awaited<ReturnType<typeof addProvider>>;
beforeAll(async () => {
  provider = await addProvider(server, oidc, { name: 'Acme ID', ends_sessions: true, creates_users: true });
  const mapping = { claim: 'groups', value: 'Service desk', module: 'smsa' };
  await server.operate('POST', 'tenants/smsa/mappings', mapping);
});
afterEach(() => server.database.update(tenants).set({ passwordsOff: false }));

async function findId(email: string): Promise<string> {
  return (await findUserByEmail(server.database, email))?.id ?? '';
}

/** Signs in at the provider, and links the account by the password at the first time; returns the session. */
async function signInThere(email: string) {
  const browser = createTestBrowser();
  const page = await signInAt(browser, provider.start, email);
  if (page.text.includes('Is this your account?')) await browser.submit(page, { password });
  const refreshToken = browser.getCookies(new URL(server.url).host).get(refreshCookieName) ?? '';
  return readSession(await server.call('POST', '/api/auth/refresh', { refreshToken }));
}

let people = 0;

/** Adds a member, with a password unless the provider adds them, and signs them in at the provider. */
async function addLinked({ hasPassword = true } = {}) {
  const email = `linked-${++people}@portico.test`;
  oidc.setAccount({ sub: email, email, name: 'Linked', groups: ['Service desk'] });
  if (hasPassword) await server.operate('POST', 'users', { email, name: 'Linked', password, tenant: 'smsa' });
  return { email, ...(await signInThere(email)) };
}

/** Links a user to an account at a further provider, of a tenant. */
async function addIdentity(email: string, tenant: string): Promise<string> {
  const id = randomUUID();
  const client = { issuer: 'https://id.example', clientId: id, clientSecret: '' };
  await server.database
    .insert(signInProviders)
    .values({ id, tenant, name: 'Other ID', ...client, createdAt: server.now() });
  await server.database
    .insert(userIdentities)
    .values({ providerId: id, subject: email, userId: await findId(email), createdAt: server.now() });
  return id;
}

async function list(token: string) {
  const response = await server.call('GET', '/api/auth/provider-accounts', { token });
  return v.parse(providerAccountListSchema, await response.json());
}
const remove = (token: string, id = provider.id) =>
  server.call('DELETE', `/api/auth/provider-accounts/${id}`, { token });

test('a user sees their accounts at the providers of the tenant, and those of nobody else', async () => {
  const { email, token } = await addLinked();
  await addLinked();
  await addIdentity(email, 'finouro');
  const at = server.now().getTime();
  const [account, ...others] = await list(token);
  expect(others).toEqual([]);
  expect(account).toMatchObject({ id: provider.id, name: 'Acme ID', is_current: true });
  for (const time of [account?.created_at, account?.last_used_at]) {
    expect(Math.abs(new Date(time ?? '').getTime() - at)).toBeLessThan(60_000);
  }
  const second = await addIdentity(email, 'smsa');
  const { token: elsewhere } = await server.signIn(email, password);
  expect(await list(elsewhere)).toMatchObject([
    { id: provider.id, is_current: false },
    { id: second, name: 'Other ID', last_used_at: null, is_current: false },
  ]);
});

test('unlinking an account ends what it gave, and is mailed and recorded', async () => {
  const { email, token: there } = await addLinked();
  const { token } = await server.signIn(email, password);
  const listApps = async () => {
    const response = await server.call('GET', '/api/tenants/smsa/apps', { token });
    return v.parse(appListSchema, await response.json()).map(({ module }) => module);
  };
  expect(await listApps()).toContain('smsa');
  const stored = oidc.countRefreshTokens();
  expect(await readError(await remove(token))).toBe('403 confirmation-needed');
  await confirm(token, password);
  const mail = await outbox.nextMailTo(email, 'notice', async () => {
    expect((await remove(token)).status).toBe(204);
  });
  expect(mail).toContain('Subject: SMSA: sua conta foi desvinculada de um provedor de entrada');
  expect(mail).toContain('Acme ID');
  expect(await list(token)).toEqual([]);
  expect(await listApps()).not.toContain('smsa');
  expect((await server.call('GET', '/api/users/me', { token: there })).status).toBe(401);
  await waitFor(async () => (oidc.countRefreshTokens() === stored - 1 ? true : undefined));
  const isOwn = and(eq(auditRecords.userId, await findId(email)), eq(auditRecords.action, 'identity-unlinked'));
  const records = await server.database.select().from(auditRecords).where(isOwn);
  expect(records).toMatchObject([{ actor: 'user', target: provider.id, tenant: 'smsa' }]);
  const again = await signInAt(createTestBrowser(), provider.start, email);
  expect(again.text).toContain('Is this your account?');
});

test('unlinking the account that opened the session ends it', async () => {
  const { token } = await addLinked();
  await confirm(token, password);
  const response = await remove(token);
  expect(response.status).toBe(204);
  expect(response.headers.get('set-cookie')).toContain(`${refreshCookieName}=;`);
  expect((await server.call('GET', '/api/users/me', { token })).status).toBe(401);
});

test.each([
  ['without a password', false, false],
  ['where passwords are off', true, true],
])('the only account stays %s; of two, one goes, of two calls too', async (_case, hasPassword, passwordsOff) => {
  const { email, token } = await addLinked({ hasPassword });
  await server.database.update(tenants).set({ passwordsOff }).where(eq(tenants.key, 'smsa'));
  if (hasPassword) await confirm(token, password);
  expect(await readError(await remove(token))).toBe('409 only-sign-in-way');
  const second = await addIdentity(email, 'smsa');
  const answers = await Promise.all([remove(token, second), remove(token)]);
  // The second call has no session any more if the first one has ended it.
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(await server.database.$count(userIdentities, eq(userIdentities.userId, await findId(email)))).toBe(1);
});

test('a passkey of the tenant is another way', async () => {
  const { token } = await addLinked({ hasPassword: false });
  await add(token);
  expect((await remove(token)).status).toBe(204);
});

test.each([
  ['of another user', async () => provider.id],
  ['of another tenant', (email: string) => addIdentity(email, 'finouro')],
  ['that does not exist', async () => randomUUID()],
])('an account %s cannot be unlinked', async (_case, findOther) => {
  const email = `member-${++people}@portico.test`;
  await server.operate('POST', 'users', { email, name: 'Member', password, tenant: 'smsa' });
  const { token } = await server.signIn(email, password);
  await confirm(token, password);
  expect(await readError(await remove(token, await findOther(email)))).toBe('404 provider-account-unknown');
});

test('an answer of the provider that comes later starts no session and gives no access', async () => {
  const { email, token } = await addLinked();
  await confirm(token, password);
  await remove(token);
  const user = await findUserByEmail(server.database, email);
  if (user === undefined) throw new Error('no user');
  const proved = { user, tenant: 'smsa', provider: { providerId: provider.id, providerSid: null } };
  const request = { ip: '127.0.0.1', headers: {}, id: '' };
  await expect(startSession(server.database, { ...proved, method: 'provider' }, request, server.now())).rejects.toThrow(
    'wrong-credentials',
  );
  const member = { tenant: 'smsa', providerId: provider.id, userId: user.id };
  expect(await applyMappings(server.database, member, { groups: ['Service desk'] }, server.now())).toBe(false);
});

test('a report of a sign-in unlinks the account that an attacker has linked days before', async () => {
  const { email } = await addLinked();
  const createdAt = addMilliseconds(server.now(), -3 * 24 * 60 * 60 * 1000);
  const isOwn = eq(userIdentities.userId, await findId(email));
  await server.database.update(userIdentities).set({ createdAt }).where(isOwn);
  let stolen = '';
  const mail = await outbox.nextMailTo(email, 'notice', async () => {
    ({ token: stolen } = await signInThere(email));
  });
  const token = /\/recover#([\w-]{43})/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1];
  expect((await server.call('POST', '/api/auth/devices/report', { body: { token } })).status).toBe(200);
  expect((await server.call('GET', '/api/users/me', { token: stolen })).status).toBe(401);
  const again = await signInAt(createTestBrowser(), provider.start, email);
  expect(again.text).toContain('Is this your account?');
});

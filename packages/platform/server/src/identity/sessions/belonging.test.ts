import { accessTokenResponseSchema } from '@portico/contract';
import { personSchema } from '@portico/contract/administration';
import { desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { codeIn, createOutbox } from '../../testing/outbox';
import { testServer } from '../../testing/start-test-server';
import { readError, readSession, type TestSession } from '../../testing/test-client';
import { users } from '../account-tables';
import { auditRecords } from '../audit-tables';
import { removeMember } from '../people/remove-member';
import { sessions } from '../session-tables';

const page = 'https://portal.finouro.example';
const hosts = { localhost: 'smsa', 'finouro.example': 'finouro', 'portal.finouro.example': 'finouro' };
const server = testServer(
  { PORTICO_ALLOWED_ORIGINS: page, TRUST_PROXY: 'loopback', TRUST_FORWARDED_HOST: 'on' },
  { configuration: { hosts } },
);

const at = (host: string, address = '10.0.0.1') => ({ 'x-forwarded-host': host, 'x-forwarded-for': address });
const finouro = at('finouro.example');
const password = 'a-good-password';
const ana = 'ana@portico.test';

async function addUser(name: string, tenant: string, ...more: { readonly password?: string }[]): Promise<string> {
  const email = `${name}@belonging.test`;
  const [given = { password }] = more;
  expect((await server.operate('POST', 'users', { email, name, tenant, ...given })).status).toBe(201);
  return email;
}

const trySignIn = (email: string, headers: Record<string, string>, typed = password) =>
  server.call('POST', '/api/auth', { body: { email, password: typed }, headers });

const validate = async ({ token }: TestSession) => (await server.call('GET', '/api/auth/validate', { token })).status;

async function readLatest() {
  const [record] = await server.database.select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(1);
  return record;
}

async function findId(email: string): Promise<string> {
  const [user] = await server.database.select().from(users).where(eq(users.email, email));
  return user?.id ?? '';
}

test('visitors get one answer for every reason, and the audit record says which it was', async () => {
  const member = await addUser('member', 'smsa');
  const disabled = await addUser('disabled', 'finouro');
  await server.operate('PATCH', `users/${disabled}`, { disabled: true });
  const empty = await addUser('empty', 'finouro', {});
  const other = await addUser('other', 'finouro');
  const answers = new Set<string>();
  for (const [email, typed, reason] of [
    [member, password, 'not-a-member'],
    [member, 'wrong', 'not-a-member'],
    [disabled, password, 'disabled'],
    [empty, password, 'no-password'],
    [other, 'wrong', 'wrong-password'],
    ['nobody@belonging.test', 'wrong', 'user-unknown'],
  ] as const) {
    const response = await trySignIn(email, finouro, typed);
    answers.add(`${response.status} ${await response.text()}`);
    expect(await readLatest()).toMatchObject({ action: 'sign-in-refused', tenant: 'finouro', details: { reason } });
  }
  expect([...answers]).toEqual([expect.stringMatching(/^401 .*"wrong-credentials"/)]);
});

test('records of sign-in, sign-out and recovery carry the tenant', async () => {
  const email = await addUser('recorded', 'finouro');
  const session = await server.signIn(email, password, finouro);
  expect(await readLatest()).toMatchObject({ action: 'sign-in', tenant: 'finouro' });
  // Without the host: it is the session's.
  await server.call('DELETE', '/api/auth/invalidate', session);
  expect(await readLatest()).toMatchObject({ action: 'sign-out', tenant: 'finouro' });
  const outbox = createOutbox(server);
  const ask = () => server.call('POST', '/api/auth/recover', { body: { email }, headers: finouro });
  const code = codeIn(await outbox.nextMailTo(email, 'code', ask));
  expect(await readLatest()).toMatchObject({ action: 'recovery-requested', tenant: 'finouro' });
  const body = { email, code, password: 'another-good-password' };
  expect((await server.call('PUT', '/api/auth/recover', { body, headers: finouro })).status).toBe(204);
  expect(await readLatest()).toMatchObject({ action: 'password-recovered', tenant: 'finouro' });
});

test('a session is refreshed and exchanged only at its own tenant, and another one does not end it', async () => {
  const session = await server.signIn(ana);
  const exchange = (headers: Record<string, string>) =>
    server.call('POST', '/api/auth/exchange', { ...session, headers, body: { app: 'smsa', domain: 'smsa' } });
  const refused = await server.call('POST', '/api/auth/refresh', { ...session, headers: finouro });
  expect(await readError(refused)).toBe('401 no-session');
  expect(refused.headers.getSetCookie()).toEqual([]);
  expect(await readError(await exchange({ ...finouro, authorization: '' }))).toBe('401 no-session');
  expect((await exchange({ authorization: '' })).status).toBe(200);
  expect((await server.refresh(session)).token).not.toBe('');
});

test('a page of an allowed origin signs in at its own tenant, not at that of the API', async () => {
  const headers = { origin: page };
  const body = { email: ana, password: 'portico-demo' };
  const { token } = await readSession(await server.call('POST', '/api/auth', { body, headers }));
  expect((await server.call('GET', '/api/tenants/finouro/apps', { token })).status).toBe(200);
  expect(await readError(await server.call('GET', '/api/tenants/smsa/apps', { token }))).toBe('403 token-not-allowed');
});

test('an exchanged token reads the other tenant, and nothing of its own session', async () => {
  const { refreshToken } = await server.signIn(ana);
  const exchange = { refreshToken, headers: { authorization: '' }, body: { app: 'smsa', domain: 'finouro' } };
  const answer: unknown = await (await server.call('POST', '/api/auth/exchange', exchange)).json();
  const token = v.parse(accessTokenResponseSchema, answer).access_token;
  expect((await server.call('GET', '/api/apps?domain=finouro', { token })).status).toBe(200);
  expect(await readError(await server.call('GET', '/api/apps?domain=smsa', { token }))).toBe('403 token-not-allowed');
  const only = await addUser('only', 'smsa');
  const { refreshToken: other } = await server.signIn(only, password);
  const refused = await server.call('POST', '/api/auth/exchange', { ...exchange, refreshToken: other });
  expect(await readError(refused)).toBe('403 app-not-allowed');
});

test('a session sees and ends only sessions of its own tenant', async () => {
  const email = await addUser('both', 'smsa');
  await server.operate('PUT', `tenants/finouro/apps/smsa/users/${email}`, {});
  const here = await server.signIn(email, password);
  const there = await server.signIn(email, password, finouro);
  const list = async (session: TestSession) => {
    const listed: { id: string }[] = await (await server.call('GET', '/api/auth/sessions', session)).json();
    return listed.map(({ id }) => id);
  };
  const [own, others] = [await list(here), await list(there)];
  expect([own.length, others.length, own[0] === others[0]]).toEqual([1, 1, false]);
  expect(await readError(await server.call('DELETE', `/api/auth/sessions/${others[0]}`, here))).toBe(
    '404 session-unknown',
  );
  expect(await validate(there)).toBe(204);
});

test('the help of a tenant sees and ends only sessions of that tenant', async () => {
  const email = await addUser('helped', 'smsa');
  await server.operate('PUT', `tenants/finouro/apps/smsa/users/${email}`, {});
  const here = await server.signIn(email, password);
  const there = await server.signIn(email, password, finouro);
  const list = async (tenant: string) => {
    const response = await server.operate('GET', `tenants/${tenant}/users/${email}`);
    return v.parse(personSchema, await response.json()).sessions.map(({ id }) => id);
  };
  const [[own], [other]] = [await list('smsa'), await list('finouro')];
  expect([own !== undefined, other !== undefined, own === other]).toEqual([true, true, false]);
  const end = (part: string) => server.operate('DELETE', `tenants/smsa/users/${email}/sessions${part}`);
  expect(await readError(await end(`/${other}`))).toBe('404 session-unknown');
  expect((await end('')).status).toBe(204);
  expect([await validate(here), await validate(there)]).toEqual([401, 204]);
});

test('a session of the previous release is valid in each tenant of its user, and in no other', async () => {
  const email = await addUser('former', 'smsa');
  const session = await server.signIn(email, password);
  const userId = await findId(email);
  await server.database.update(sessions).set({ tenant: null }).where(eq(sessions.userId, userId));
  const get = async (tenant: string) =>
    (await server.call('GET', `/api/tenants/${tenant}/apps`, { token: session.token })).status;
  const refresh = async (headers: Record<string, string>) =>
    (await server.call('POST', '/api/auth/refresh', { refreshToken: session.refreshToken, headers })).status;
  expect([await get('smsa'), await get('finouro'), await refresh(finouro), await refresh({})]).toEqual([
    200, 403, 401, 200,
  ]);
  await server.operate('PUT', `tenants/finouro/apps/smsa/users/${email}`, {});
  expect([await get('finouro'), await refresh(finouro)]).toEqual([200, 200]);
});

test('removal from a tenant ends the sessions there, and takes the access', async () => {
  const email = await addUser('leaving', 'smsa');
  await server.operate('PUT', `tenants/finouro/apps/smsa/users/${email}`, {});
  const here = await server.signIn(email, password);
  const there = await server.signIn(email, password, finouro);
  const userId = await findId(email);
  const remove = () =>
    server.database.transaction((tx) => removeMember(tx, { userId, tenant: 'finouro' }, server.now()));
  expect([await remove(), await remove()]).toEqual([true, false]);
  expect([await validate(here), await validate(there)]).toEqual([204, 401]);
  expect((await trySignIn(email, finouro)).status).toBe(401);
  const exchange = { ...here, headers: { authorization: '' }, body: { app: 'smsa', domain: 'finouro' } };
  expect(await readError(await server.call('POST', '/api/auth/exchange', exchange))).toBe('403 app-not-allowed');
});

test('the removal of a tenant ends its sessions', async () => {
  await server.operate('POST', 'tenants', { key: 'gone', name: 'Gone' });
  const email = await addUser('gone', 'gone');
  const session = await server.signIn(email, password, at('gone.example'));
  expect((await server.operate('DELETE', 'tenants/gone')).status).toBe(204);
  expect(await validate(session)).toBe(401);
});

test('a user who is locked out at one tenant may sign in at another one, and all tenants share a limit', async () => {
  const email = await addUser('locked', 'smsa');
  await server.operate('PUT', `tenants/finouro/apps/smsa/users/${email}`, {});
  let addresses = 0;
  const guess = async (host: string, typed = 'wrong') =>
    (await trySignIn(email, at(host, `10.1.0.${++addresses}`), typed)).status;
  const repeat = async (count: number, host: string) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) statuses.push(await guess(host));
    return statuses;
  };
  expect(await repeat(11, 'localhost')).toEqual([...Array<number>(10).fill(401), 429]);
  expect(await guess('localhost', password)).toBe(429);
  expect(await guess('finouro.example', password)).toBe(200);
  // Any host name counts, also one of no tenant.
  expect(await repeat(9, 'finouro.example')).toEqual(Array<number>(9).fill(401));
  expect(await repeat(9, 'nowhere.example')).toEqual(Array<number>(9).fill(401));
  expect(await repeat(4, 'elsewhere.example')).toEqual([401, 401, 429, 429]);
});

describe('a mail with a code', () => {
  const outbox = createOutbox(server);
  const ask = (email: string, headers: Record<string, string>) => () =>
    server.call('POST', '/api/auth/recover', { body: { email }, headers: { ...headers, 'accept-language': 'en' } });

  test('names the portal of the tenant and its address', async () => {
    const mail = await outbox.nextMailTo(ana, 'code', ask(ana, { ...finouro, 'x-forwarded-proto': 'https' }));
    expect(mail).toMatch(/^Subject: Finouro: your code to set a password\r?$/m);
    expect(mail).toContain('Your code for Finouro is');
    expect(mail).toContain('Finouro: https://finouro.example');
  });

  test.each(['finouro.evil.example', 'finouro.example:@finouro.evil.example'])(
    'has no link to %s, which the configuration does not name',
    async (host) => {
      const mail = await outbox.nextMailTo(ana, 'code', ask(ana, at(host)));
      expect(mail).toContain('Your code for Finouro is');
      expect(mail).not.toContain('evil');
    },
  );

  test('goes only to members', async () => {
    const email = await addUser('uninvited', 'smsa');
    expect((await ask(email, finouro)()).status).toBe(202);
    // Codes are hashed one after the other, so the first call is done.
    await outbox.nextMailTo(ana, 'code', ask(ana, finouro));
    expect(await outbox.mailsTo(email, 'code')).toEqual([]);
  });
});

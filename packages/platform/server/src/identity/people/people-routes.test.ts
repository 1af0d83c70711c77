// Runs on PGlite and on PostgreSQL.
import { randomUUID } from 'node:crypto';
import { apiErrorSchema } from '@portico/contract';
import { type PeoplePage, peoplePageSchema, personSchema } from '@portico/contract/administration';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { codeIn, createOutbox } from '../../testing/outbox';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { invitations } from '../account-tables';

const server = testServer({ PORTICO_DEMO: 'off' }, { configuration: { hosts: { localhost: 'acme' } } });
const outbox = createOutbox(server);
const password = 'a-good-password';

beforeAll(async () => {
  for (const key of ['acme', 'other']) {
    await server.operate('POST', 'tenants', { key, name: key });
    await server.operate('PUT', `tenants/${key}/apps/welcome`, { name: 'Welcome' });
  }
  await addUser('ana@acme.test', 'Ána Prado');
  await addUser('bruno@acme.test', 'Bruno Lima');
  await addUser('carla@acme.test', 'Carla Dias', null);
  await addUser('dora@other.test', 'Dora Reis', password, ['other']);
  await addUser('eva@both.test', 'Eva Souza', password, ['acme', 'other']);
});

async function addUser(email: string, name: string, first: string | null = password, tenants = ['acme']) {
  await server.operate('POST', 'users', { email, name, ...(first !== null && { password: first }) });
  for (const key of tenants) await server.operate('PUT', `tenants/${key}/apps/welcome/users/${email}`);
}

const people = 'tenants/acme/users';

async function list(query = '', base = people) {
  const response = await server.operate('GET', `${base}?${query}`);
  return v.parse(peoplePageSchema, await response.json());
}

const emails = async (query: string, base = people) => (await list(query, base)).items.map(({ email }) => email);

async function read(email: string, base = people) {
  return v.parse(personSchema, await (await server.operate('GET', `${base}/${email}`)).json());
}

function tryToSignIn(email: string, typed: string): Promise<Response> {
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0' };
  return server.call('POST', '/api/auth', { body: { email, password: typed }, headers });
}

test('the members of a tenant are searched, filtered, sorted and paged', async () => {
  expect(await emails('')).toEqual(['ana@acme.test', 'bruno@acme.test', 'carla@acme.test', 'eva@both.test']);
  expect(await emails('search=ANA')).toEqual(['ana@acme.test']);
  expect(await emails('search=both.test')).toEqual(['eva@both.test']);
  expect(await emails('search=100%25')).toEqual([]);
  expect(await emails('state=no-password')).toEqual(['carla@acme.test']);
  expect(await emails('sort=-email&limit=2')).toEqual(['eva@both.test', 'carla@acme.test']);
  expect(await emails('limit=100', 'users')).toHaveLength(5);
  for (const sort of ['name', '-name', 'email', '-email']) {
    const all = await emails(`sort=${sort}`);
    const paged: string[] = [];
    let after: string | null = '';
    for (const _ of all) {
      const page: PeoplePage = await list(`sort=${sort}&limit=1&after=${encodeURIComponent(after ?? '')}`);
      paged.push(...page.items.map(({ email }) => email));
      after = page.next;
    }
    expect(paged).toEqual(all);
    expect([paged.length, after]).toEqual([4, null]);
  }
});

test.each(['limit=101', 'limit=0', 'sort=age', 'state=gone', 'after=nonsense', 'page=2'])(
  'refuses %s',
  async (query) => {
    expect((await server.operate('GET', `${people}?${query}`)).status).toBe(400);
  },
);

test('a person is found only in their tenants, and a mistyped e-mail names the nearest one', async () => {
  const missing = await server.operate('GET', `${people}/anna@acme.test`, undefined);
  expect(missing.status).toBe(404);
  expect(v.parse(apiErrorSchema, await missing.json())).toMatchObject({
    code: 'user-unknown',
    message: expect.stringContaining('ana@acme.test'),
  });
  const foreign = await server.operate('GET', `${people}/dora@other.tes`);
  expect(JSON.stringify(await foreign.json())).not.toContain('dora@other.test');
  expect(await readError(await server.operate('GET', `${people}/dora@other.test`))).toBe('404 user-unknown');
  expect(await read('dora@other.test', 'users')).toMatchObject({ tenants: ['other'] });
});

test('the state tells why a sign-in fails, and unlocking lets the user in', async () => {
  const email = 'locked@acme.test';
  await addUser(email, 'Luis');
  expect(await read(email)).toMatchObject({ state: 'active', last_sign_in: null, last_refusal: null, locks: [] });
  for (let tries = 0; tries < 10; tries++) await tryToSignIn(email, 'wrong');
  expect((await tryToSignIn(email, password)).status).toBe(429);
  expect(await emails('state=locked')).toEqual([email]);
  const person = await read(email);
  expect(person).toMatchObject({
    state: 'locked',
    locks: [{ limit: 'signInOfAccount' }],
    last_refusal: {
      method: 'password',
      reason: 'too-many-tries',
      limit: 'signInOfAccount',
      browser: 'Chrome',
      system: 'Windows',
    },
    apps: [{ tenant: 'acme', module: 'welcome', granted_by: null }],
  });
  expect(new Date(person.locks[0]?.until ?? '') > server.now()).toBe(true);

  expect((await server.operate('POST', `${people}/${email}/unlock`)).status).toBe(204);
  expect(await read(email)).toMatchObject({ state: 'active', locks: [] });
  expect((await tryToSignIn(email, password)).status).toBe(200);
  const after = await read(email);
  expect(after).toMatchObject({
    last_sign_in: { method: 'password', browser: 'Chrome' },
    sessions: [{ browser: 'Chrome' }],
  });
  expect(after.sign_ins.slice(0, 2).map(({ reason }) => reason)).toEqual([null, 'too-many-tries']);
});

test('unlocking lifts the limit of a browser that signed in before', async () => {
  const email = 'browser@acme.test';
  await addUser(email, 'Bia');
  const known = await tryToSignIn(email, password);
  const cookie = known.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const signIn = (typed: string) =>
    server.call('POST', '/api/auth', { body: { email, password: typed }, headers: { cookie } });
  for (let tries = 0; tries < 10; tries++) await signIn('wrong');
  expect((await signIn(password)).status).toBe(429);
  expect(await read(email)).toMatchObject({ state: 'locked', locks: [{ limit: 'signInOfBrowser' }] });
  await server.operate('POST', `${people}/${email}/unlock`);
  expect((await signIn(password)).status).toBe(200);
});

test('sessions end one by one and all together', async () => {
  const email = 'sessions@acme.test';
  await addUser(email, 'Sofia');
  const [one, two, three] = [
    await server.signIn(email, password),
    await server.signIn(email, password),
    await server.signIn(email, password),
  ];
  const status = async ({ token }: { readonly token: string }) =>
    (await server.call('GET', '/api/users/me', { token })).status;
  const { sessions } = await read(email);
  expect(sessions).toHaveLength(3);
  expect((await server.operate('DELETE', `${people}/${email}/sessions/${sessions[0]?.id}`)).status).toBe(204);
  expect(await readError(await server.operate('DELETE', `${people}/${email}/sessions/${sessions[0]?.id}`))).toBe(
    '404 session-unknown',
  );
  expect(await readError(await server.operate('DELETE', `${people}/ana@acme.test/sessions/${sessions[1]?.id}`))).toBe(
    '404 session-unknown',
  );
  expect([await status(one), await status(two), await status(three)].sort()).toEqual([200, 200, 401]);
  expect((await server.operate('DELETE', `${people}/${email}/sessions`)).status).toBe(204);
  expect([await status(one), await status(two), await status(three)]).toEqual([401, 401, 401]);
});

test('a code for a new password is mailed, and works in any browser', async () => {
  const mail = await outbox.nextMailTo('bruno@acme.test', 'code', () =>
    server.operate('POST', `${people}/bruno@acme.test/reset`),
  );
  const body = { email: 'bruno@acme.test', code: codeIn(mail), password: 'another-password' };
  expect((await server.call('PUT', '/api/auth/recover', { body })).status).toBe(204);
  expect((await tryToSignIn('bruno@acme.test', 'another-password')).status).toBe(200);
});

test('a body with a field that the call does not have is refused with its name', async () => {
  const renamed = await server.operate('PATCH', `${people}/ana@acme.test`, { name: 'Ana Prado' });
  expect(await renamed.json()).toMatchObject({ name: 'Ana Prado', disabled: false });
  const { token } = await server.signIn('ana@acme.test', password);
  const refused = [
    await server.operate('PATCH', 'users/ana@acme.test', { email: 'x@acme.test' }),
    await server.call('PATCH', '/api/users/me', { token, body: { email: 'x@acme.test' } }),
  ];
  for (const response of refused) {
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'field-unknown', message: expect.stringContaining('email') });
  }
  expect((await server.operate('PATCH', 'users/ana@acme.test', {})).status).toBe(400);
});

async function signInUnconfirmed(email: string, granted: object) {
  await addUser(email, 'Caller');
  await server.operate('PUT', 'roles', { email, granted });
  return server.signIn(email, password);
}

async function signInAs(email: string, granted: object): Promise<string> {
  const { token } = await signInUnconfirmed(email, granted);
  await server.call('POST', '/api/operator/confirmation', { token, body: { password } });
  return token;
}

test('the help desk reads and helps, and changes nobody', async () => {
  const token = await signInAs('help@acme.test', { role: 'help-desk', tenant: 'acme' });
  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/operator/${path}`, { token, body });
  const person = v.parse(personSchema, await (await call('GET', `${people}/eva@both.test`)).json());
  expect(person.tenants).toBeUndefined();
  expect(person).toMatchObject({ is_manageable: false, apps: [{ tenant: 'acme' }] });
  expect((await call('POST', `${people}/bruno@acme.test/unlock`)).status).toBe(204);
  for (const [method, path, body] of [
    ['PATCH', `${people}/bruno@acme.test`, { name: 'B' }],
    ['PUT', `${people}/bruno@acme.test/address`, { email: 'b@acme.test' }],
    ['DELETE', `${people}/bruno@acme.test`],
    ['DELETE', `${people}/bruno@acme.test/account`],
    ['GET', 'tenants/other/users'],
    ['GET', 'users'],
    ['POST', 'users/bruno@acme.test/unlock'],
  ] as const) {
    expect(await readError(await call(method, path, body))).toBe('403 role-needed');
  }
});

test('an administrator changes only users who belong to their tenant alone and have no role in the whole portal', async () => {
  const token = await signInAs('admin@acme.test', { role: 'administrator', tenant: 'acme' });
  await addUser('olga@acme.test', 'Olga');
  await server.operate('PUT', 'roles', { email: 'olga@acme.test', granted: { role: 'operator' } });
  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/operator/${people}/${path}`, { token, body });
  for (const email of ['eva@both.test', 'olga@acme.test']) {
    for (const [method, path, body] of [
      ['PATCH', email, { disabled: true }],
      ['PATCH', email, { name: 'X' }],
      ['PUT', `${email}/address`, { email: 'x@evil.test' }],
      ['DELETE', `${email}/account`],
    ] as const) {
      expect(await readError(await call(method, path, body))).toBe('403 user-of-others');
    }
  }
  await addUser('gone@acme.test', 'Gone');
  expect((await call('PATCH', 'gone@acme.test', { disabled: true })).status).toBe(200);
  expect((await call('DELETE', 'gone@acme.test/account')).status).toBe(204);
  expect(await readError(await server.operate('GET', 'users/gone@acme.test'))).toBe('404 user-unknown');
});

test('a change names the edition that its author saw, and fails if others have changed the person', async () => {
  const email = 'edited@acme.test';
  await addUser(email, 'Edu');
  const { edition } = await read(email);
  const change = (body: object) => server.operate('PATCH', `${people}/${email}`, body);
  expect((await change({ name: 'Eduardo', edition })).status).toBe(200);
  expect(await readError(await change({ name: 'Edson', edition }))).toBe('409 user-changed');
  const address = { email: 'edson@acme.test', edition };
  expect(await readError(await server.operate('PUT', `${people}/${email}/address`, address))).toBe('409 user-changed');
  const second = await read(email);
  expect(second.name).toBe('Eduardo');
  expect((await change({ name: 'Edson', edition: second.edition })).status).toBe(200);
});

test('an administrator enables only users whom the tenant has disabled', async () => {
  const token = await signInAs('enabler@acme.test', { role: 'administrator', tenant: 'acme' });
  const operator = await signInAs('chief@acme.test', { role: 'operator' });
  await addUser('off@acme.test', 'Otto');
  const change = async (disabled: boolean, by = token) => {
    const path = `/api/operator/${people}/off@acme.test`;
    const response = await server.call('PATCH', path, { token: by, body: { disabled } });
    return response.ok ? 'done' : readError(response);
  };
  for (const by of [operator, server.operatorKey]) {
    expect(await change(true, by)).toBe('done');
    // To disable them again does not make it the tenant's own.
    expect(await change(true)).toBe('403 disabled-by-operator');
    expect(await change(false)).toBe('403 disabled-by-operator');
    expect(await change(false, by)).toBe('done');
  }
  expect(await change(true)).toBe('done');
  expect((await read('off@acme.test')).state).toBe('disabled');
  expect(await change(false)).toBe('done');
  expect((await read('off@acme.test')).state).toBe('active');
});

test('an administrator learns of no address elsewhere by changing that of an unused account', async () => {
  const token = await signInAs('prober@acme.test', { role: 'administrator', tenant: 'acme' });
  await addUser('bare@acme.test', 'Bia', null);
  const answers = new Set<string>();
  for (const email of ['dora@other.test', 'free@other.test']) {
    const path = `/api/operator/${people}/bare@acme.test/address`;
    answers.add(await readError(await server.call('PUT', path, { token, body: { email } })));
  }
  expect([...answers]).toEqual(['409 address-of-unused-account']);
});

test('a person types the password before they disable or export somebody, not before they rename them', async () => {
  const { token } = await signInUnconfirmed('hasty@acme.test', { role: 'operator' });
  await addUser('calm@acme.test', 'Caio');
  const change = async (body: object) =>
    server.call('PATCH', `/api/operator/${people}/calm@acme.test`, { token, body });
  expect((await change({ name: 'Caio Reis' })).status).toBe(200);
  expect(await readError(await change({ disabled: true }))).toBe('403 confirmation-needed');
  const exported = await server.call('GET', '/api/operator/users/calm@acme.test/export', { token });
  expect(await readError(exported)).toBe('403 confirmation-needed');
  expect((await change({ disabled: false })).status).toBe(200);
});

test('an administrator who deletes an account leaves the invitations of other tenants alone', async () => {
  const token = await signInAs('deleter@acme.test', { role: 'administrator', tenant: 'acme' });
  const email = 'invited@acme.test';
  await addUser(email, 'Ivo');
  const lists: Pick<typeof invitations.$inferInsert, 'modules' | 'groupIds' | 'locale'> = {
    modules: [],
    groupIds: [],
    locale: 'en',
  };
  const common = { ...lists, email, name: '', origin: server.url };
  const times = { createdAt: server.now(), expiresAt: new Date(server.now().getTime() + 1e6) };
  await server.database
    .insert(invitations)
    .values(['acme', 'other'].map((tenant) => ({ id: randomUUID(), tenant, ...common, ...times })));
  expect((await server.call('DELETE', `/api/operator/${people}/${email}/account`, { token })).status).toBe(204);
  const left = await server.database.select().from(invitations).where(eq(invitations.email, email));
  expect(left.map(({ tenant }) => tenant)).toEqual(['other']);
});

test('a user leaves a tenant, and keeps the account and the other tenants', async () => {
  expect((await server.operate('DELETE', `${people}/eva@both.test`)).status).toBe(204);
  expect(await readError(await server.operate('GET', `${people}/eva@both.test`))).toBe('404 user-unknown');
  expect(await read('eva@both.test', 'users')).toMatchObject({ tenants: ['other'], apps: [{ tenant: 'other' }] });
});

test('unlocking is limited, so that nobody guesses mailed codes without end', async () => {
  await addUser('guessed@acme.test', 'Gil');
  const unlock = () => server.operate('POST', `${people}/guessed@acme.test/unlock`);
  for (let tries = 0; tries < 10; tries++) expect((await unlock()).status).toBe(204);
  expect(await readError(await unlock())).toBe('429 too-many-tries');
});

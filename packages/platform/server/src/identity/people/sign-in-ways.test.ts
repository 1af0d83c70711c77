// Runs on PGlite and on PostgreSQL.
import { randomUUID } from 'node:crypto';
import { tenantFactorStateSchema } from '@portico/contract';
import { peoplePageSchema, personSchema } from '@portico/contract/administration';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { setUpFactor } from '../../testing/set-up-factor';
import { testServer } from '../../testing/start-test-server';
import { readSession } from '../../testing/test-client';
import { findUserByEmail } from '../accounts/user-repository';
import { passkeys } from '../proof-tables';
import { signInProviders, userIdentities } from '../provider-tables';
import { tenants } from '../tenant-tables';

const server = testServer(
  { PORTICO_DEMO: 'off' },
  { configuration: { hosts: { localhost: 'acme', '127.0.0.1': 'other' } } },
);
const password = 'a-good-password';
const providerId = randomUUID();

beforeAll(async () => {
  for (const key of ['acme', 'other']) {
    await server.operate('POST', 'tenants', { key, name: key });
    await server.operate('PUT', `tenants/${key}/apps/welcome`, { name: 'Welcome' });
  }
  const client = { issuer: 'https://id.example', clientId: 'portal', clientSecret: '' };
  const provider = { id: providerId, tenant: 'acme', name: 'Acme ID', createdAt: server.now(), domains: ['id.test'] };
  await server.database.insert(signInProviders).values({ ...provider, ...client });
});

afterEach(() => server.database.update(tenants).set({ passwordsOff: false }));

let people = 0;

async function addUser(domain = 'acme.test', own: object = {}): Promise<string> {
  const email = `person-${++people}@${domain}`;
  await server.operate('POST', 'users', { email, name: 'Person', tenant: 'acme', ...own });
  return email;
}

async function findId(email: string): Promise<string> {
  return (await findUserByEmail(server.database, email))?.id ?? '';
}

async function addPasskey(email: string, host = 'localhost', blockedAt: Date | null = null) {
  await server.database.insert(passkeys).values({
    ...{ id: randomUUID(), credentialId: randomUUID(), userId: await findId(email), host, userHandle: email },
    ...{ publicKey: Buffer.from(''), counter: 0, name: 'Key', createdAt: server.now(), blockedAt },
  });
}

async function addIdentity(email: string) {
  const identity = { providerId, subject: email, userId: await findId(email), createdAt: server.now() };
  await server.database.insert(userIdentities).values(identity);
}

/** Reads a person from their page, and the state that the list and its filter have of them. */
async function read(email: string, base = 'tenants/acme/users') {
  const { state, ways } = v.parse(personSchema, await (await server.operate('GET', `${base}/${email}`)).json());
  for (const filter of ['', `&state=${state}`]) {
    const listed = await server.operate('GET', `${base}?search=${email}${filter}`);
    expect(v.parse(peoplePageSchema, await listed.json()).items).toMatchObject([{ email, state }]);
  }
  return { state, ...ways };
}

async function countWithout(): Promise<number | undefined> {
  const response = await server.operate('GET', 'tenants/acme/second-factor');
  return v.parse(tenantFactorStateSchema, await response.json()).members_without;
}

test('a user without a password signs in by a passkey of the tenant that is not blocked', async () => {
  const email = await addUser();
  expect(await read(email)).toMatchObject({ state: 'no-password', has_password: false, passkeys: 0, providers: [] });
  await addPasskey(email, '127.0.0.1');
  await addPasskey(email, 'localhost', server.now());
  expect(await read(email)).toMatchObject({ state: 'no-password', passkeys: 0 });
  await addPasskey(email);
  expect(await read(email)).toMatchObject({ state: 'active', passkeys: 1 });
});

test('passkeys are no way where passwords are switched off; a provider is', async () => {
  const email = await addUser();
  await addPasskey(email);
  await server.database.update(tenants).set({ passwordsOff: true });
  expect(await read(email)).toMatchObject({ state: 'no-password', passwords_off: true, passkeys: 0 });
  await addIdentity(email);
  expect(await read(email)).toMatchObject({ state: 'active', providers: ['Acme ID'], expecting_providers: [] });
  expect(await read(email, 'users')).toMatchObject({ state: 'active', passwords_off: false, providers: ['Acme ID'] });
});

test('a provider expects the users of its domains, and one without domains expects all', async () => {
  const nova = await addUser('id.test');
  expect(await read(nova)).toMatchObject({ state: 'active', expecting_providers: ['Acme ID'] });
  const other = await addUser();
  expect(await read(other)).toMatchObject({ state: 'no-password', expecting_providers: [] });
  await addIdentity(nova);
  expect(await read(nova)).toMatchObject({ providers: ['Acme ID'], expecting_providers: [] });

  const own = eq(signInProviders.id, providerId);
  await server.database.update(signInProviders).set({ domains: [] }).where(own);
  expect(await read(other)).toMatchObject({ state: 'active', expecting_providers: ['Acme ID'] });
  await server.database
    .update(signInProviders)
    .set({ domains: ['id.test'] })
    .where(own);
});

test('a password is no way where passwords are switched off', async () => {
  const email = await addUser('acme.test', { password });
  await server.database.update(tenants).set({ passwordsOff: true });
  expect(await read(email)).toMatchObject({ state: 'no-password', has_password: true, passwords_off: true });
});

test('an open invitation of a member without password is told, and a withdrawn one is not', async () => {
  const email = 'invited@acme.test';
  const base = 'tenants/acme/invitations';
  const request = { text: email, modules: ['welcome'], locale: 'en' };
  const { locale: _, ...planned } = request;
  const { digest } = await (await server.operate('POST', `${base}/plan`, planned)).json();
  expect((await server.operate('POST', base, { ...request, digest })).ok).toBe(true);
  await server.operate('POST', 'users', { email, name: 'Ivo', tenant: 'acme' });
  expect(await read(email)).toMatchObject({ state: 'no-password', is_invited: true });
  const { items } = await (await server.operate('GET', `${base}?search=${email}`)).json();
  await server.operate('DELETE', `${base}/${items[0].id}`);
  expect(await read(email)).toMatchObject({ state: 'no-password', is_invited: false });
});

test('wrong passwords lock passwords only: a user without one stays active', async () => {
  const email = await addUser('acme.test', { password });
  const other = await addUser();
  await addPasskey(other);
  for (const body of [email, other].map((typed) => ({ email: typed, password: 'wrong' }))) {
    for (let tries = 0; tries < 10; tries++) await server.call('POST', '/api/auth', { body });
  }
  expect(await read(email)).toMatchObject({ state: 'locked', has_password: true });
  expect(await read(other)).toMatchObject({ state: 'active', has_password: false });
});

test('the members who sign in by a password alone are counted', async () => {
  const before = (await countWithout()) ?? 0;
  const email = await addUser('acme.test', { password });
  const [protectedUser, withPasskey] = [
    await addUser('acme.test', { password }),
    await addUser('acme.test', { password }),
  ];
  await addUser();
  await addUser('acme.test', { password, tenant: 'other' });
  expect(await countWithout()).toBe(before + 3);
  const session = await readSession(
    await server.call('POST', '/api/auth', { body: { email: protectedUser, password } }),
  );
  await setUpFactor(server, session.token, password);
  await addPasskey(withPasskey);
  expect(await countWithout()).toBe(before + 1);
  await server.operate('PATCH', `users/${email}`, { disabled: true });
  expect(await countWithout()).toBe(before);
});

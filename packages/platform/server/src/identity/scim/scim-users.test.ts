// Runs on PGlite and on PostgreSQL.
import { and, desc, eq } from 'drizzle-orm';
import { createOutbox } from '../../testing/outbox';
import { createScimClient, readScimError, type ScimClient } from '../../testing/scim-client';
import { testServer } from '../../testing/start-test-server';
import type { TestSession } from '../../testing/test-client';
import { appGrants } from '../access-tables';
import { tenantMembers, userRoles } from '../account-tables';
import { findUserByEmail } from '../accounts/user-repository';
import { auditRecords } from '../audit-tables';
import { signInProviders } from '../provider-tables';

const server = testServer(
  { TRUST_PROXY: 'loopback', TRUST_FORWARDED_HOST: 'on' },
  { configuration: { hosts: { localhost: 'smsa', 'finouro.example': 'finouro' } } },
);
let directory: ScimClient;
const password = 'a-good-password';
const finouro = { 'x-forwarded-host': 'finouro.example' };

beforeAll(async () => {
  directory = await createScimClient(server);
  await server.database.insert(signInProviders).values({
    id: '0d9f2f0e-2f0e-4c3a-9a57-5a0a4b1f7a11',
    tenant: 'smsa',
    name: 'Contoso',
    issuer: 'https://id.contoso.example',
    clientId: 'portal',
    clientSecret: '',
    domains: ['contoso.com'],
    createdAt: server.now(),
  });
});

async function addUser(email: string, tenant: string): Promise<string> {
  expect((await server.operate('POST', 'users', { email, name: 'By Hand', tenant, password })).status).toBe(201);
  return (await findUserByEmail(server.database, email))?.id ?? '';
}

const validate = async ({ token }: TestSession) => (await server.call('GET', '/api/auth/validate', { token })).status;

async function listActions(userId: string): Promise<string[]> {
  const { action, actor } = auditRecords;
  const rows = await server.database
    .select({ action })
    .from(auditRecords)
    .where(and(eq(auditRecords.userId, userId), eq(actor, 'directory')))
    .orderBy(desc(auditRecords.id));
  return rows.map((row) => row.action).reverse();
}

test('Entra adds, finds, changes, disables and deletes a user', async () => {
  const userName = 'Test_User_00aa00aa-bb11-cc22-dd33-44ee44ee44ee';
  expect(await directory.find('Users', `userName eq "${userName}"`)).toMatchObject({ totalResults: 0, Resources: [] });
  const created = await directory.call('POST', 'Users', {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName,
    active: true,
    emails: [{ primary: true, type: 'work', value: 'Entra@Contoso.com' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
  });
  expect([created.status, created.headers.get('content-type')]).toEqual([201, 'application/scim+json; charset=utf-8']);
  const user = await created.json();
  const location = `${server.url}/api/scim/v2/Users/${user.id}`;
  expect(created.headers.get('location')).toBe(location);
  expect(user).toEqual({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: user.id,
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName,
    displayName: 'givenName familyName',
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    active: true,
    emails: [{ value: 'entra@contoso.com', type: 'work', primary: true }],
    groups: [],
    meta: {
      resourceType: 'User',
      created: expect.any(String),
      lastModified: expect.any(String),
      location,
      version: expect.stringMatching(/^W\/"/),
    },
  });
  const path = `Users/${user.id}`;
  for (const filter of [
    `userName eq "${userName.toUpperCase()}"`,
    'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
    'emails[type eq "work"].value eq "entra@contoso.com"',
    `id eq "${user.id}" and active eq true`,
  ]) {
    expect(await directory.find('Users', filter)).toMatchObject({ totalResults: 1, Resources: [{ id: user.id }] });
  }

  const changed = await directory.patch(
    path,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@contoso.com' },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Sales' },
    { op: 'Replace', path: 'title', value: 'Manager' },
  );
  expect([changed.status, await changed.json()]).toMatchObject([
    200,
    {
      displayName: 'givenName updatedFamilyName',
      name: { familyName: 'updatedFamilyName' },
      emails: [{ value: 'updatedemail@contoso.com' }],
    },
  ]);
  const renamed = '5b50642d-79fc-4410-9e90-4c077cdd1a59@contoso.com';
  const single = await directory.patch(path, { op: 'Replace', path: 'userName', value: renamed });
  expect(await single.json()).toMatchObject({ userName: renamed, emails: [{ value: 'updatedemail@contoso.com' }] });

  const disabled = await directory.patch(path, { op: 'Replace', path: 'active', value: 'False' });
  expect(await disabled.json()).toMatchObject({ active: false });
  expect(await directory.find('Users', 'active eq false')).toMatchObject({ Resources: [{ id: user.id }] });
  expect((await directory.call('DELETE', path)).status).toBe(204);
  expect(await readScimError(await directory.call('GET', path))).toBe('404');
  expect(await readScimError(await directory.call('DELETE', path))).toBe('404');
  expect(await listActions(user.id)).toEqual([
    'user-added',
    'user-changed',
    'user-changed',
    'user-changed',
    'user-suspended',
    'user-removed',
  ]);
});

test('Okta adds, replaces, deactivates and reactivates a user, and reads pages', async () => {
  const userName = 'test.user@okta.local';
  const filter = `Users?filter=userName%20eq%20%22${encodeURIComponent(userName)}%22&startIndex=1&count=100`;
  expect(await directory.list(filter)).toMatchObject({ totalResults: 0, itemsPerPage: 0, startIndex: 1 });
  const profile = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const { id } = await directory.add('Users', profile);
  expect(await readScimError(await directory.call('POST', 'Users', profile))).toBe('409 uniqueness');
  expect((await findUserByEmail(server.database, userName))?.passwordHash).toBeNull();
  const { displayName: _, ...rest } = profile;
  const replaced = await directory.call('PUT', `Users/${id}`, {
    ...rest,
    id,
    name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
    meta: { resourceType: 'User' },
  });
  expect([replaced.status, await replaced.json()]).toMatchObject([200, { displayName: 'Another User', active: true }]);
  for (const active of [false, true]) {
    const patched = await directory.patch(`Users/${id}`, { op: 'replace', value: { active } });
    expect(await patched.json()).toMatchObject({ id, active });
  }
  expect(await listActions(id)).toEqual([
    'user-added',
    'user-changed',
    'user-changed',
    'user-suspended',
    'user-changed',
    'user-resumed',
  ]);
  const all = await directory.list('Users?startIndex=1&count=100');
  const first = await directory.list('Users?startIndex=1&count=2');
  const second = await directory.list('Users?startIndex=3&count=2');
  expect([...first.Resources, ...second.Resources]).toEqual(all.Resources.slice(0, 4));
  expect(first).toMatchObject({ totalResults: all.totalResults, itemsPerPage: 2 });
  expect(await directory.list('Users?count=0')).toMatchObject({ totalResults: all.totalResults, Resources: [] });
});

test('a suspended member keeps grants, loses the sessions of this tenant alone, and comes back as they were', async () => {
  const email = 'leaving@contoso.com';
  const userId = await addUser(email, 'smsa');
  await server.operate('PUT', `tenants/smsa/apps/smsa/users/${email}`, {});
  await server.operate('PUT', `tenants/finouro/apps/smsa/users/${email}`, {});
  await server.operate('PUT', 'roles', { email, granted: { role: 'auditor', tenant: 'smsa' } });
  const [here, there] = [await server.signIn(email, password), await server.signIn(email, password, finouro)];
  const exchange = () =>
    server.call('POST', '/api/auth/exchange', {
      refreshToken: there.refreshToken,
      headers: { ...finouro, authorization: '' },
      body: { app: 'smsa', domain: 'smsa' },
    });
  const trySignIn = async () => (await server.call('POST', '/api/auth', { body: { email, password } })).status;
  expect((await exchange()).status).toBe(200);
  const { Resources } = await directory.find('Users', `userName eq "${email}"`);
  expect(Resources).toMatchObject([{ id: userId }]);

  await directory.patch(`Users/${userId}`, { op: 'Replace', path: 'active', value: false });
  expect([await validate(here), await validate(there), await trySignIn()]).toEqual([401, 204, 401]);
  expect((await exchange()).status).toBe(403);
  const { action, details } =
    (await server.database.select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(1))[0] ?? {};
  expect([action, details]).toEqual(['sign-in-refused', expect.objectContaining({ reason: 'suspended' })]);

  const { items } = await (await server.operate('GET', 'tenants/smsa/users?state=suspended')).json();
  expect(items).toMatchObject([{ email, state: 'suspended' }]);
  const person = await (await server.operate('GET', `tenants/smsa/users/${email}`)).json();
  expect(person).toMatchObject({ state: 'suspended', apps: [{ module: 'smsa' }], sessions: [] });
  expect(await (await server.operate('GET', `tenants/finouro/users/${email}`)).json()).toMatchObject({
    state: 'active',
  });
  await directory.patch(`Users/${userId}`, { op: 'Add', path: 'active', value: 'True' });
  const back = await server.signIn(email, password);
  const apps = await (await server.call('GET', '/api/tenants/smsa/apps', { token: back.token })).json();
  expect(apps.map(({ module }: { module: string }) => module)).toEqual(['console', 'smsa']);

  await directory.call('DELETE', `Users/${userId}`);
  expect([await validate(back), await validate(there)]).toEqual([401, 204]);
  expect(await server.database.select().from(appGrants).where(eq(appGrants.userId, userId))).toMatchObject([
    { tenant: 'finouro' },
  ]);
  expect(await server.database.select().from(userRoles).where(eq(userRoles.userId, userId))).toEqual([]);
});

test('an account of another tenant joins only by a domain of this one, and keeps its name and e-mail', async () => {
  await addUser('shared@elsewhere.test', 'finouro');
  const userId = await addUser('shared@contoso.com', 'finouro');
  const wanted = (userName: string) => ({ userName, displayName: 'Other Name' });
  expect(await readScimError(await directory.call('POST', 'Users', wanted('shared@elsewhere.test')))).toBe(
    '409 uniqueness',
  );
  expect(await directory.add('Users', wanted('shared@contoso.com'))).toMatchObject({
    id: userId,
    displayName: 'By Hand',
  });
  const changed = await directory.patch(`Users/${userId}`, {
    op: 'replace',
    value: { displayName: 'Taken', 'emails[type eq "work"].value': 'taken@contoso.com', externalId: 'x-1' },
  });
  expect(await changed.json()).toMatchObject({
    externalId: 'x-1',
    displayName: 'By Hand',
    emails: [{ value: 'shared@contoso.com' }],
  });
  const session = await server.signIn('shared@contoso.com', password, finouro);
  await directory.call('DELETE', `Users/${userId}`);
  expect(await validate(session)).toBe(204);
});

test('an account that was deleted here and belongs to no other tenant comes back', async () => {
  const { id } = await directory.add('Users', { userName: 'again@nowhere.test', displayName: 'First' });
  await directory.call('DELETE', `Users/${id}`);
  expect(await directory.add('Users', { userName: 'again@nowhere.test', displayName: 'Second' })).toMatchObject({
    id,
    displayName: 'Second',
  });
});

test('an e-mail changes only to a domain of the tenant, and both addresses are told', async () => {
  const { id } = await directory.add('Users', { userName: 'before@contoso.com' });
  const toEmail = (value: string) =>
    directory.patch(`Users/${id}`, { op: 'Replace', path: 'emails[primary eq true].value', value });
  expect(await readScimError(await toEmail('victim@elsewhere.test'))).toBe('400 invalidValue');
  expect(await readScimError(await toEmail('ana@portico.test'))).toBe('400 invalidValue');
  const outbox = createOutbox(server);
  // `userName` was the e-mail, which follows it.
  const mail = await outbox.nextMailTo('after@contoso.com', 'notice', () =>
    directory.patch(`Users/${id}`, { op: 'Replace', path: 'userName', value: 'after@contoso.com' }),
  );
  expect(mail).toContain('after@contoso.com');
  expect(await outbox.mailsTo('before@contoso.com', 'notice')).toHaveLength(1);
  expect(await directory.get(`Users/${id}`)).toMatchObject({
    userName: 'after@contoso.com',
    emails: [{ value: 'after@contoso.com' }],
  });

  // The owner of a password at another domain proves the new address.
  const private_ = await addUser('private@mail.test', 'smsa');
  const code = await outbox.nextMailTo('private@contoso.com', 'code', () =>
    directory.patch(`Users/${private_}`, {
      op: 'Replace',
      path: 'emails[type eq "work"].value',
      value: 'private@contoso.com',
    }),
  );
  expect(code).toMatch(/\d{6}/);
  expect(await directory.get(`Users/${private_}`)).toMatchObject({ emails: [{ value: 'private@mail.test' }] });
});

test('a call for another version changes nothing, and a known version is not sent again', async () => {
  const { id, meta } = await directory.add('Users', { userName: 'versions@contoso.com' });
  const path = `Users/${id}`;
  const unchanged = await directory.call('GET', path, undefined, { 'if-none-match': meta.version });
  expect(unchanged.status).toBe(304);
  const patch = { Operations: [{ op: 'replace', path: 'displayName', value: 'New Name' }] };
  const stale = await directory.call('PATCH', path, patch, { 'if-match': 'W/"other"' });
  expect(await readScimError(stale)).toBe('412');
  const done = await directory.call('PATCH', path, patch, { 'if-match': meta.version });
  expect([done.status, done.headers.get('etag') === meta.version]).toEqual([200, false]);
});

test('answers have the attributes that the caller wants', async () => {
  const { id } = await directory.add('Users', { userName: 'attributes@contoso.com' });
  const read = async (query: string) => Object.keys(await (await directory.call('GET', `Users/${id}?${query}`)).json());
  expect(await read('attributes=userName,meta.version')).toEqual(['schemas', 'id', 'userName', 'meta']);
  expect(await read('excludedAttributes=groups,emails,name,active,externalId,displayName')).toEqual([
    'schemas',
    'id',
    'userName',
    'meta',
  ]);
});

test('two users have no common userName, whatever its case', async () => {
  await directory.add('Users', { userName: 'Same@contoso.com' });
  const second = { userName: 'same@CONTOSO.com', emails: [{ value: 'second@contoso.com' }] };
  expect(await readScimError(await directory.call('POST', 'Users', second))).toBe('409 uniqueness');
  const { id } = await directory.add('Users', { ...second, userName: 'second' });
  const patched = await directory.patch(`Users/${id}`, { op: 'replace', path: 'userName', value: 'same@contoso.com' });
  expect(await readScimError(patched)).toBe('409 uniqueness');
  const members = await server.database.select().from(tenantMembers).where(eq(tenantMembers.userId, id));
  expect(members).toHaveLength(1);
});

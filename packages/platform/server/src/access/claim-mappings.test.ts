import { randomUUID } from 'node:crypto';
import {
  accessPageSchema,
  claimMappingListSchema,
  createdClaimMappingSchema,
  createdGroupSchema,
  personSchema,
} from '@portico/contract/administration';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { claimMatches } from '../identity/access-tables';
import { findUserByEmail } from '../identity/accounts/user-repository';
import { auditRecords } from '../identity/audit-tables';
import { signInProviders, userIdentities } from '../identity/provider-tables';
import { applyMappings } from '../identity/providers/apply-mappings';
import { testServer } from '../testing/start-test-server';
import { readError } from '../testing/test-client';

// Runs on PGlite and on PostgreSQL.
const server = testServer({}, { configuration: { hosts: { localhost: 'acme' }, moduleOrigins: [] } });

const eva = 'eva@acme.test';
const [acmeId, second, foreign] = [randomUUID(), randomUUID(), randomUUID()];
let userId: string;

beforeAll(async () => {
  for (const key of ['acme', 'other']) {
    await server.operate('POST', 'tenants', { key, name: key });
    for (const module of ['welcome', 'smsa', 'stock']) {
      await server.operate('PUT', `tenants/${key}/apps/${module}`, { name: module, new: true });
    }
  }
  for (const [id, name, tenant] of [
    [acmeId, 'Acme ID', 'acme'],
    [second, 'Second', 'acme'],
    [foreign, 'Foreign', 'other'],
  ] as const) {
    const client = { issuer: 'https://id.example', clientId: id, clientSecret: '' };
    await server.database.insert(signInProviders).values({ id, name, tenant, ...client, createdAt: server.now() });
  }
  await server.operate('POST', 'users', { email: eva, name: 'Eva', password: 'correct horse', tenant: 'acme' });
  userId = (await findUserByEmail(server.database, eva))?.id ?? '';
  for (const providerId of [acmeId, second, foreign]) {
    await server.database.insert(userIdentities).values({ providerId, subject: eva, userId, createdAt: server.now() });
  }
  for (const tenant of ['acme', 'other']) await server.operate('PUT', `tenants/${tenant}/apps/welcome/users/${eva}`);
});

afterEach(async () => {
  await apply({});
  for (const tenant of ['acme', 'other']) {
    for (const { id } of (await readMappings(tenant)).mappings) {
      await server.operate('DELETE', `tenants/${tenant}/mappings/${id}`);
    }
  }
});

const readMappings = async (tenant = 'acme') =>
  v.parse(claimMappingListSchema, await (await server.operate('GET', `tenants/${tenant}/mappings`)).json());
const map = (body: object, tenant = 'acme') =>
  server.operate('POST', `tenants/${tenant}/mappings`, { claim: 'groups', value: 'Service desk', ...body });
const apply = (claims: Record<string, unknown>, providerId = acmeId, tenant = 'acme') =>
  applyMappings(server.database, { tenant, providerId, userId }, claims, server.now());

async function listModules(tenant = 'acme'): Promise<string[]> {
  const { token } = await server.signIn(eva, 'correct horse');
  const apps = await (await server.call('GET', `/api/apps?domain=${tenant}`, { token })).json();
  return v.parse(v.array(v.object({ module: v.string() })), apps).map(({ module }) => module);
}

test('a group at the provider gives an application, and takes it away when the claim has it no more', async () => {
  expect((await map({ module: 'smsa' })).status).toBe(201);
  expect(await apply({ groups: ['Service desk', 'Crew'] })).toBe(true);
  expect(await listModules()).toEqual(['smsa', 'welcome']);
  expect(await apply({ groups: ['Service desk'] })).toBe(false);
  expect((await readMappings()).mappings).toMatchObject([{ people: 1, module: 'smsa', provider: null, group: null }]);
  expect(await apply({ groups: ['Crew'] })).toBe(true);
  expect(await listModules()).toEqual(['welcome']);
  const records = await server.database.select().from(auditRecords).where(eq(auditRecords.actor, 'portal'));
  expect(records.slice(-2)).toMatchObject([
    { action: 'access-granted', userId, tenant: 'acme', target: 'smsa', details: { value: 'Service desk' } },
    { action: 'access-revoked', userId, tenant: 'acme', target: 'smsa' },
  ]);
});

test('what claims give is shown apart from grants by hand, and does not change these', async () => {
  const group = await server.operate('POST', 'tenants/acme/groups', { name: 'Drivers' });
  const { id } = v.parse(createdGroupSchema, await group.json());
  await server.operate('PATCH', `tenants/acme/groups/${id}`, { add_modules: ['stock'] });
  await map({ module: 'welcome' });
  await map({ group_id: id });
  await apply({ groups: 'Service desk' });
  const person = await server.operate('GET', `tenants/acme/users/${eva}`);
  expect(v.parse(personSchema, await person.json()).apps).toEqual([
    { tenant: 'acme', module: 'stock', name: 'stock', granted_by: 'Drivers', provider: 'Acme ID' },
    { tenant: 'acme', module: 'welcome', name: 'welcome', granted_by: null, provider: 'Acme ID' },
    { tenant: 'acme', module: 'welcome', name: 'welcome', granted_by: null, provider: null },
  ]);
  const grid = await server.operate('GET', 'tenants/acme/access?search=eva');
  expect(v.parse(accessPageSchema, await grid.json()).items).toMatchObject([
    {
      direct: ['welcome'],
      groups: [],
      mapped: [
        { module: 'stock', group: 'Drivers', provider: 'Acme ID' },
        { module: 'welcome', group: null, provider: 'Acme ID' },
      ],
    },
  ]);
  await apply({});
  expect(await listModules()).toEqual(['welcome']);
});

test('a removed mapping takes its access away immediately', async () => {
  const { id } = v.parse(createdClaimMappingSchema, await (await map({ module: 'smsa' })).json());
  await apply({ groups: ['Service desk'] });
  const { token } = await server.signIn(eva, 'correct horse');
  expect((await server.operate('DELETE', `tenants/acme/mappings/${id}`)).status).toBe(204);
  expect(JSON.stringify(await (await server.call('GET', '/api/apps?domain=acme', { token })).json())).not.toContain(
    'smsa',
  );
  expect(await readError(await server.operate('DELETE', `tenants/acme/mappings/${id}`))).toBe('404 mapping-unknown');
});

test('one provider does not take away what another one gives', async () => {
  await map({ module: 'smsa' });
  await map({ module: 'stock', provider_id: second });
  await apply({ groups: ['Service desk'] });
  expect(await listModules()).toEqual(['smsa', 'welcome']);
  await apply({ groups: ['Service desk'] }, second);
  expect(await listModules()).toEqual(['smsa', 'stock', 'welcome']);
  await apply({}, second);
  expect(await listModules()).toEqual(['smsa', 'welcome']);
});

const groupsOf = (count: number) => Array.from({ length: count }, (_, index) => `Group ${index}`);

test.each<[string, string, Record<string, unknown>, boolean]>([
  ['a text', 'groups', { groups: 'Service desk' }, true],
  ['10,000 groups', 'groups', { groups: [...groupsOf(10_000), 'Service desk'] }, true],
  ['10,000 other groups', 'groups', { groups: groupsOf(10_000) }, false],
  ['a path', 'realm_access.roles', { realm_access: { roles: ['Service desk'] } }, true],
  ['a name with dots', 'https://acme.example/groups', { 'https://acme.example/groups': ['Service desk'] }, true],
  ['nothing', 'groups', {}, false],
  ['null', 'groups', { groups: null }, false],
  ['a path into nothing', 'realm_access.roles', { realm_access: null }, false],
  ['a path into a text', 'groups.length', { groups: 'Service desk' }, false],
  ['objects', 'groups', { groups: [{ name: 'Service desk' }, ['Service desk']] }, false],
  ['an object', 'groups', { groups: { 'Service desk': true } }, false],
  ['another case', 'groups', { groups: ['service desk'] }, false],
  ['a part', 'groups', { groups: ['Service desk interns'] }, false],
  ['a list in one text', 'groups', { groups: 'Service desk,Crew' }, false],
  ['a member of every object', 'constructor.name', {}, false],
  ['a claim elsewhere', 'groups', { others: { groups: ['Service desk'] } }, false],
])('claims with %s are read as they are', async (_name, claim, claims, isMatch) => {
  await map({ claim, module: 'smsa' });
  expect(await apply(claims)).toBe(isMatch);
  expect((await listModules()).includes('smsa')).toBe(isMatch);
});

test('a mapping of another tenant gives nothing here, and an administrator cannot name anything of that tenant', async () => {
  await map({ module: 'smsa' }, 'other');
  expect(await apply({ groups: ['Service desk'] })).toBe(false);
  expect(await listModules()).toEqual(['welcome']);
  const group = await server.operate('POST', 'tenants/other/groups', { name: 'Foreign' });
  const { id: group_id } = v.parse(createdGroupSchema, await group.json());
  expect(await readError(await map({ group_id }))).toBe('404 group-unknown');
  expect(await readError(await map({ module: 'smsa', provider_id: foreign }))).toBe('404 provider-unknown');
  const [mapping] = (await readMappings('other')).mappings;
  expect(await readError(await server.operate('DELETE', `tenants/acme/mappings/${mapping?.id}`))).toBe(
    '404 mapping-unknown',
  );
});

test.each([
  [{ module: 'smsaa' }, '404 app-of-tenant-unknown'],
  [{}, '400 invalid-request'],
  [{ module: 'smsa', group_id: randomUUID() }, '400 invalid-request'],
  [{ group_id: randomUUID() }, '404 group-unknown'],
  [{ module: 'smsa', value: 'a\nb' }, '400 invalid-request'],
  [{ module: 'smsa', claim: '' }, '400 invalid-request'],
])('refuses the mapping %j', async (body, error) => {
  expect(await readError(await map(body))).toBe(error);
});

test('a mistyped application is answered with the nearest, and a second equal mapping refused', async () => {
  expect(await (await map({ module: 'smssa' })).json()).toMatchObject({ message: expect.stringContaining('smsa?') });
  await map({ module: 'smsa' });
  expect(await readError(await map({ module: 'smsa' }))).toBe('409 mapping-exists');
  expect((await map({ module: 'smsa', provider_id: second })).status).toBe(201);
});

test('who leaves the tenant loses what claims gave, and gets nothing by later claims', async () => {
  await map({ module: 'smsa' });
  await apply({ groups: ['Service desk'] });
  expect((await server.operate('DELETE', `tenants/acme/users/${eva}`)).status).toBeLessThan(300);
  expect(await server.database.$count(claimMatches)).toBe(0);
  expect(await apply({ groups: ['Service desk'] })).toBe(false);
});

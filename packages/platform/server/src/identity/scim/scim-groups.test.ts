// Runs on PGlite and on PostgreSQL.
import { and, eq } from 'drizzle-orm';
import { createScimClient, readScimError, type ScimClient } from '../../testing/scim-client';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { groupMembers } from '../access-tables';
import { auditRecords } from '../audit-tables';

const server = testServer();
let directory: ScimClient;
let users: string[];

beforeAll(async () => {
  directory = await createScimClient(server);
  users = [];
  for (const name of ['one', 'two', 'three']) {
    users.push((await directory.add('Users', { userName: `${name}@contoso.com` })).id);
  }
});

const listMembers = async (id: string) => {
  const rows = await server.database.select().from(groupMembers).where(eq(groupMembers.groupId, id));
  return rows.map(({ userId }) => users.indexOf(userId)).sort();
};

test('Entra adds, finds, changes and deletes a group', async () => {
  const created = await directory.call('POST', 'Groups', {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:Group',
      'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
    ],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'Service desk',
    meta: { resourceType: 'Group' },
  });
  const group = await created.json();
  const location = `${server.url}/api/scim/v2/Groups/${group.id}`;
  expect([created.status, created.headers.get('location')]).toEqual([201, location]);
  expect(group).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'Service desk',
    members: [],
    meta: { resourceType: 'Group', location },
  });
  const { id } = group;
  const path = `Groups/${id}`;
  const without = await (await directory.call('GET', `${path}?excludedAttributes=members`)).json();
  expect(without).not.toHaveProperty('members');
  const found = await directory.list(
    'Groups?excludedAttributes=members&filter=displayName%20eq%20%22service%20desk%22',
  );
  expect(found).toMatchObject({ totalResults: 1, Resources: [{ id }] });

  const ref = (user: number) => ({ $ref: null, value: users[user] });
  expect((await directory.patch(path, { op: 'Add', path: 'members', value: [ref(0), ref(1)] })).status).toBe(204);
  expect(await listMembers(id)).toEqual([0, 1]);
  const isMember = `id eq "${id}" and members eq "${users[1]}"`;
  expect(await directory.find('Groups', isMember)).toMatchObject({ totalResults: 1 });
  expect((await directory.patch(path, { op: 'Remove', path: 'members', value: [ref(1)] })).status).toBe(204);
  expect(await directory.find('Groups', isMember)).toMatchObject({ totalResults: 0 });
  expect(await directory.get(`Users/${users[0]}`)).toMatchObject({ groups: [{ value: id, display: 'Service desk' }] });
  expect((await directory.patch(path, { op: 'Replace', path: 'displayName', value: 'Help desk' })).status).toBe(204);
  expect(await directory.get(path)).toMatchObject({ displayName: 'Help desk', members: [{ value: users[0] }] });
  const records = await server.database
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.action, 'group-changed'), eq(auditRecords.actor, 'directory')));
  expect(records.map(({ actorId, details, target }) => [actorId, target, details])).toEqual([
    [directory.tokenId, 'Service desk', { member: 'added' }],
    [directory.tokenId, 'Service desk', { member: 'added' }],
    [directory.tokenId, 'Service desk', { member: 'removed' }],
    [directory.tokenId, 'Service desk', { name: 'Help desk' }],
  ]);
  expect((await directory.call('DELETE', path)).status).toBe(204);
  expect(await readScimError(await directory.call('GET', path))).toBe('404');
});

test('Okta pushes a group, changes its members by filters, and replaces it', async () => {
  const { id } = await directory.add('Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Test SCIMv2',
    members: [{ value: users[0], display: 'one@contoso.com' }],
  });
  const path = `Groups/${id}`;
  await directory.patch(path, { op: 'replace', value: { id, displayName: 'Test SCIMv3' } });
  await directory.patch(
    path,
    { op: 'remove', path: `members[value eq "${users[0]}"]` },
    { op: 'add', path: 'members', value: [{ value: users[1], display: 'two@contoso.com' }] },
  );
  expect(await listMembers(id)).toEqual([1]);
  await directory.patch(path, { op: 'replace', path: 'members', value: [{ value: users[2] }, { value: users[0] }] });
  expect(await listMembers(id)).toEqual([0, 2]);
  const replaced = await directory.call('PUT', path, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id,
    displayName: 'Test SCIMv4',
    members: [{ value: users[1] }],
  });
  expect([replaced.status, await replaced.json()]).toMatchObject([
    200,
    { displayName: 'Test SCIMv4', members: [{ value: users[1], type: 'User' }] },
  ]);
  expect(await directory.list('Groups?startIndex=1&count=100')).toMatchObject({
    totalResults: 1,
    Resources: [{ id, members: [{ value: users[1] }] }],
  });
  await directory.patch(path, { op: 'remove', path: 'members' });
  expect(await listMembers(id)).toEqual([]);
});

test('a group of the directory gives its members applications, and is not edited by hand', async () => {
  const { id } = await directory.add('Groups', { displayName: 'Sales', members: [{ value: users[0] }] });
  const url = `tenants/smsa/groups/${id}`;
  expect((await server.operate('PATCH', url, { add_modules: ['smsa'] })).status).toBe(204);
  const email = 'one@contoso.com';
  const readApps = async () => (await (await server.operate('GET', `tenants/smsa/users/${email}`)).json()).apps;
  expect(await readApps()).toMatchObject([{ module: 'smsa', granted_by: 'Sales' }]);
  for (const change of [
    { name: { from: 'Sales', to: 'Mine' } },
    { add_members: [email] },
    { remove_members: [email] },
  ]) {
    expect(await readError(await server.operate('PATCH', url, change))).toBe('409 group-of-directory');
  }
  expect(await readError(await server.operate('DELETE', url))).toBe('409 group-of-directory');
  const { groups } = await (await server.operate('GET', 'tenants/smsa/groups')).json();
  expect(groups).toContainEqual(expect.objectContaining({ id, is_directory: true }));
  const plan = await server.operate('POST', 'tenants/smsa/invitations/plan', {
    text: 'x@contoso.com',
    groups: ['Sales'],
  });
  expect(await plan.json()).toMatchObject({ rows: [{ refusal: 'unknown-group' }] });
});

test('the directory neither sees nor takes the groups of the portal', async () => {
  const { id } = await (await server.operate('POST', 'tenants/smsa/groups', { name: 'By hand' })).json();
  expect(await directory.find('Groups', 'displayName eq "By hand"')).toMatchObject({ totalResults: 0 });
  expect(await readScimError(await directory.call('DELETE', `Groups/${id}`))).toBe('404');
  expect(await readScimError(await directory.call('POST', 'Groups', { displayName: 'BY HAND' }))).toBe(
    '409 uniqueness',
  );
  const group = await directory.add('Groups', { displayName: 'Own' });
  const renamed = await directory.patch(`Groups/${group.id}`, { op: 'replace', path: 'displayName', value: 'by hand' });
  expect(await readScimError(renamed)).toBe('409 uniqueness');
});

test('concurrent changes of one group all count', async () => {
  const { id, meta } = await directory.add('Groups', { displayName: 'Busy' });
  const added = await Promise.all(
    users.map((value) => directory.patch(`Groups/${id}`, { op: 'Add', path: 'members', value: [{ value }] })),
  );
  expect(added.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(await listMembers(id)).toEqual([0, 1, 2]);
  const change = (name: string) =>
    directory.call(
      'PATCH',
      `Groups/${id}`,
      { Operations: [{ op: 'replace', path: 'displayName', value: name }] },
      {
        'if-match': meta.version,
      },
    );
  const { version } = (await directory.get(`Groups/${id}`)).meta;
  expect(version).not.toBe(meta.version);
  expect(await readScimError(await change('Stale'))).toBe('412');
});

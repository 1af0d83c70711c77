import { randomUUID } from 'node:crypto';
import { testServer } from '../../testing/start-test-server';
import { notificationCalls } from '../../testing/test-notifications';
import { groupApps, groupMembers, groups } from '../access-tables';
import { tenantMembers } from '../account-tables';
import { listTenantsOfGrants, mayUseApp } from './app-repository';
import { findUserByEmail } from './user-repository';

const server = testServer({}, { configuration: { hosts: { localhost: 'acme' } } });
const email = 'dora@acme.test';
const group = { id: randomUUID(), tenant: 'acme', name: 'Drivers', createdAt: new Date() };
let userId: string;

beforeAll(async () => {
  const { database, operate } = server;
  await operate('POST', 'tenants', { key: 'acme', name: 'Acme' });
  await operate('POST', 'users', { email, name: 'Dora', password: 'correct horse' });
  await operate('PUT', 'tenants/acme/apps/smsa', { name: 'SMSA', new: true });
  userId = (await findUserByEmail(database, email))?.id ?? '';
  await database.insert(tenantMembers).values({ tenant: 'acme', userId, joinedAt: new Date() });
  await database.insert(groups).values(group);
  await database.insert(groupMembers).values({ groupId: group.id, tenant: 'acme', userId });
  await database.insert(groupApps).values({ groupId: group.id, tenant: 'acme', module: 'smsa' });
});

test('a group gives its members access as a direct grant does', async () => {
  const { database, operate } = server;
  expect(await mayUseApp(database, { userId, tenant: 'acme', module: 'smsa' })).toBe(true);
  expect(await listTenantsOfGrants(database, userId, 'smsa')).toEqual(['acme']);
  const listed = await operate('GET', 'tenants/acme/apps/smsa/users');
  expect(await listed.json()).toMatchObject({ items: [{ email }] });
  const { createKey, notify } = notificationCalls(server);
  const { key } = await createKey('smsa');
  expect(await notify(key, [email], 'For the group')).toBe(1);
});

test('an application by a grant and a group is one application', async () => {
  await server.operate('PUT', `tenants/acme/apps/smsa/users/${email}`);
  const { token } = await server.signIn(email, 'correct horse');
  const listed = await server.call('GET', '/api/apps?domain=acme', { token });
  expect(await listed.json()).toMatchObject([{ module: 'smsa' }]);
  await server.operate('DELETE', `tenants/acme/apps/smsa/users/${email}`);
  expect(await mayUseApp(server.database, { userId, tenant: 'acme', module: 'smsa' })).toBe(true);
});

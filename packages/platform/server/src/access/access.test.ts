import {
  accessPageSchema,
  accessRequestPageSchema,
  createdGroupSchema,
  groupListSchema,
  memberPageSchema,
  operatorAppListSchema,
} from '@portico/contract/administration';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { auditRecords } from '../identity/audit-tables';
import { createOutbox } from '../testing/outbox';
import { testServer } from '../testing/start-test-server';
import { readError } from '../testing/test-client';
import { notificationCalls } from '../testing/test-notifications';

const server = testServer({}, { configuration: { hosts: { localhost: 'acme' }, moduleOrigins: [] } });

const [dora, eva, foreign] = ['dora@acme.test', 'eva@acme.test', 'fabio@other.test'];

beforeAll(async () => {
  for (const key of ['acme', 'other']) {
    await server.operate('POST', 'tenants', { key, name: key });
    await server.operate('PUT', `tenants/${key}/apps/welcome`, { name: 'Welcome' });
    await server.operate('PUT', `tenants/${key}/apps/smssa`, { name: 'Mistyped', new: true });
  }
  for (const [email, name] of [
    [dora, 'Dora'],
    [eva, 'Eva'],
    [foreign, 'Fabio'],
  ]) {
    await server.operate('POST', 'users', { email, name, password: 'correct horse' });
    const tenant = email === foreign ? 'other' : 'acme';
    await server.operate('PUT', `tenants/${tenant}/apps/welcome/users/${email}`, {});
  }
});

const readAccess = async (query = '') =>
  v.parse(accessPageSchema, await (await server.operate('GET', `tenants/acme/access${query}`)).json());
const readGroups = async () =>
  v.parse(groupListSchema, await (await server.operate('GET', 'tenants/acme/groups')).json());
const addGroup = async (name: string) =>
  v.parse(createdGroupSchema, await (await server.operate('POST', 'tenants/acme/groups', { name })).json()).id;

test('the grid has the members of the tenant by name, page by page', async () => {
  const first = await readAccess('?limit=1');
  expect(first.items).toEqual([{ email: dora, name: 'Dora', direct: ['welcome'], groups: [], mapped: [] }]);
  const second = await readAccess(`?limit=1&after=${encodeURIComponent(first.next ?? '')}`);
  expect([second.items.map(({ email }) => email), second.next]).toEqual([[eva], null]);
  expect((await readAccess('?search=EVA')).items.map(({ email }) => email)).toEqual([eva]);
  expect(await readError(await server.operate('GET', 'tenants/acme/access?after=x'))).toBe('400 invalid-request');
});

test('a key that the live import map lacks is marked', async () => {
  expect((await readGroups()).apps).toEqual([
    { module: 'smssa', name: 'Mistyped', is_live: false },
    { module: 'welcome', name: 'Welcome', is_live: true },
  ]);
});

test('many changes are made together, with a record each', async () => {
  const change = { grant: [{ email: eva, module: 'smssa' }], revoke: [{ email: eva, module: 'welcome' }] };
  const response = await server.operate('PATCH', 'tenants/acme/access', change);
  expect(response.status).toBe(204);
  expect((await readAccess('?search=eva')).items[0]?.direct).toEqual(['smssa']);
  const requestId = response.headers.get('x-request-id');
  const records = await server.database.select().from(auditRecords).where(sql`request_id = ${requestId}`);
  expect(records.map(({ action, target }) => `${action} ${target}`)).toEqual([
    'access-granted smssa',
    'access-revoked welcome',
  ]);
});

test('a change that others have made meanwhile is refused with what it is, and nothing is changed', async () => {
  const change = { grant: [{ email: dora, module: 'smssa' }], revoke: [{ email: eva, module: 'welcome' }] };
  const response = await server.operate('PATCH', 'tenants/acme/access', change);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    code: 'access-changed',
    message: expect.stringContaining(`${eva} (welcome)`),
  });
  expect((await readAccess('?search=dora')).items[0]?.direct).toEqual(['welcome']);
});

test.each([
  [{ grant: [{ email: foreign, module: 'welcome' }] }, '404 member-unknown'],
  [{ grant: [{ email: dora, module: 'unheard' }] }, '404 app-of-tenant-unknown'],
])('only members get only applications of the tenant: %j', async (change, error) => {
  expect(await readError(await server.operate('PATCH', 'tenants/acme/access', change))).toBe(error);
});

test('a group gives its members its applications, and takes them away', async () => {
  const id = await addGroup('Drivers');
  expect(await readError(await server.operate('POST', 'tenants/acme/groups', { name: 'DRIVERS' }))).toBe(
    '409 group-exists',
  );
  const change = { add_members: [dora], add_modules: ['smssa'], name: { from: 'Drivers', to: 'Pilots' } };
  expect((await server.operate('PATCH', `tenants/acme/groups/${id}`, change)).status).toBe(204);
  expect((await readGroups()).groups).toEqual([
    { id, name: 'Pilots', modules: ['smssa'], members: 1, is_directory: false },
  ]);
  expect((await readAccess('?search=dora')).items[0]?.groups).toEqual([id]);
  const { token } = await server.signIn(dora, 'correct horse');
  const listApps = async () => (await server.call('GET', '/api/apps?domain=acme', { token })).json();
  expect(await listApps()).toMatchObject([{ module: 'smssa' }, { module: 'welcome' }]);
  const members = await server.operate('GET', `tenants/acme/groups/${id}/members`);
  expect(await members.json()).toEqual({ items: [{ email: dora, name: 'Dora' }], next: null });
  const apps = v.parse(operatorAppListSchema, await (await server.operate('GET', 'tenants/acme/apps')).json());
  expect(apps.map(({ direct, groups, module }) => [module, direct, groups])).toEqual([
    ['smssa', 1, [{ name: 'Pilots', members: 1 }]],
    ['welcome', 1, []],
  ]);
  const readUsers = (query: string, module = 'smssa') =>
    server.operate('GET', `tenants/acme/apps/${module}/users${query}`);
  const first = v.parse(memberPageSchema, await (await readUsers('?limit=1')).json());
  expect(first.items).toEqual([{ email: dora, name: 'Dora' }]);
  const second = await readUsers(`?after=${encodeURIComponent(first.next ?? '')}`);
  expect(await second.json()).toEqual({ items: [{ email: eva, name: 'Eva' }], next: null });
  expect(await readError(await readUsers('', 'unheard'))).toBe('404 app-unknown');
  expect(await readError(await readUsers('?after=x'))).toBe('400 invalid-request');
  // A change by another call, and a name that its author has not seen.
  for (const stale of [
    { add_members: [dora] },
    { remove_modules: ['welcome'] },
    { name: { from: 'Drivers', to: 'X' } },
  ]) {
    expect(await readError(await server.operate('PATCH', `tenants/acme/groups/${id}`, stale))).toBe(
      '409 access-changed',
    );
  }
  expect(await readError(await server.operate('PATCH', `tenants/acme/groups/${id}`, { add_members: [foreign] }))).toBe(
    '404 member-unknown',
  );
  expect(await readError(await server.operate('PATCH', `tenants/other/groups/${id}`, {}))).toBe('404 group-unknown');
  expect((await server.operate('DELETE', `tenants/acme/groups/${id}`)).status).toBe(204);
  expect(await listApps()).toMatchObject([{ module: 'welcome' }]);
});

const readRequests = async () =>
  v.parse(accessRequestPageSchema, await (await server.operate('GET', 'tenants/acme/access-requests')).json()).items;

test('a request asked twice is one, and its answer reaches the user', async () => {
  const { token } = await server.signIn(eva, 'correct horse');
  const ask = (body: object, tenant = 'acme') =>
    server.call('POST', `/api/tenants/${tenant}/access-requests`, { token, body });
  expect((await ask({ module: 'welcome' })).status).toBe(202);
  expect((await ask({ module: 'welcome', reason: 'For the audit' })).status).toBe(202);
  expect(await readError(await ask({ module: 'smssa' }))).toBe('409 already-granted');
  expect(await readError(await ask({ module: 'unheard' }))).toBe('404 app-of-tenant-unknown');
  expect(await readError(await ask({ module: 'welcome' }, 'other'))).toBe('403 token-not-allowed');
  const [request, ...others] = await readRequests();
  expect([request, others]).toEqual([
    expect.objectContaining({ email: eva, module: 'welcome', reason: 'For the audit' }),
    [],
  ]);
  const answer = { modules: ['welcome'], word: 'Welcome!' };
  const url = `tenants/acme/access-requests/${request?.id}/answer`;
  expect((await server.operate('POST', url, answer)).status).toBe(204);
  expect(await readError(await server.operate('POST', url, answer))).toBe('404 access-request-unknown');
  expect((await readAccess('?search=eva')).items[0]?.direct.toSorted()).toEqual(['smssa', 'welcome']);
  const { notifications } = await notificationCalls(server).list(token);
  expect(notifications).toMatchObject([{ module: '', body: 'Welcome!', redirect: '/welcome' }]);
});

test('users read what they have asked, and a session asks only in its tenant', async () => {
  await server.operate('PUT', `tenants/other/apps/welcome/users/${foreign}`, {});
  await server.operate('PUT', `tenants/acme/apps/welcome/users/${foreign}`, {});
  const { refreshToken, token } = await server.signIn(foreign, 'correct horse');
  const url = (tenant: string) => `/api/tenants/${tenant}/access-requests`;
  const asked = await server.call('POST', url('acme'), { token, body: { module: 'smssa' } });
  const item = { module: 'smssa', created_at: expect.any(String) };
  expect(await asked.json()).toEqual(item);
  expect(await (await server.call('GET', url('acme'), { token })).json()).toEqual([item]);
  // They are a member of the other tenant too.
  for (const method of ['GET', 'POST']) {
    const body = method === 'POST' ? {} : undefined;
    expect(await readError(await server.call(method, url('other'), { token, body }))).toBe('403 token-not-allowed');
  }
  const exchange = { refreshToken, body: { app: 'welcome', domain: 'acme' } };
  const { access_token } = await (await server.call('POST', '/api/auth/exchange', exchange)).json();
  const byModule = await server.call('POST', url('acme'), { token: access_token, body: {} });
  expect(await readError(byModule)).toBe('403 token-not-allowed');
  await server.operate('DELETE', `tenants/acme/users/${foreign}`);
});

test('a user without a session gets the answer by mail', async () => {
  const session = await server.signIn(dora, 'correct horse');
  await server.call('POST', '/api/tenants/acme/access-requests', { token: session.token, body: {} });
  await server.database.execute(sql`update sessions set ended_at = now()`);
  const [request] = await readRequests();
  const mail = await createOutbox(server).nextMailTo(dora, 'notice', () =>
    server.operate('POST', `tenants/acme/access-requests/${request?.id}/answer`, { modules: [], word: 'Not yet.' }),
  );
  expect(mail).toContain('Not yet.');
});

test('requests are limited', async () => {
  const { token } = await server.signIn(dora, 'correct horse');
  const statuses = new Set<number>();
  for (let tries = 0; tries < 25; tries++) {
    statuses.add((await server.call('POST', '/api/tenants/acme/access-requests', { token, body: {} })).status);
  }
  expect([...statuses]).toEqual([202, 429]);
});

test('a deleted tenant takes its groups and requests along', async () => {
  await addGroup('Last');
  expect((await server.operate('DELETE', 'tenants/acme')).status).toBe(204);
});

// Runs on PGlite and on PostgreSQL.
import { eq } from 'drizzle-orm';
import { users } from '../../identity/account-tables';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { notificationCalls } from '../../testing/test-notifications';
import { notificationRecipients, notifications } from '../messaging-tables';

const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';
const dora = 'dora@portico.test';

const server = testServer();
const calls = notificationCalls(server);
let key: string;
beforeAll(async () => {
  ({ key } = await calls.createKey('hrstudium'));
  for (let number = 1; number <= 12; number++) {
    await calls.notify(key, [ana], `Title ${number}`, { body: `Body ${number}` });
  }
  await calls.notify(key, [dora], 'For Dora');
});

const signIn = async (email: string) => (await server.signIn(email)).token;
const titles = async (token: string, query: string) =>
  (await calls.list(token, query)).notifications.map(({ title }) => title);

test('a page has ten entries, the newest first, and the counts', async () => {
  const token = await signIn(ana);
  const first = await calls.list(token);
  expect(first).toMatchObject({ total: 12, totalUnreadNotifications: 12 });
  expect(first.notifications).toHaveLength(10);
  expect(first.notifications[0]).toMatchObject({
    title: 'Title 12',
    body: 'Body 12',
    icon: '',
    redirect: '',
    module: 'hrstudium',
    read: false,
  });
  expect(await titles(token, '?offset=10&limit=10')).toEqual(['Title 2', 'Title 1']);
  expect(await titles(token, '?offset=12')).toEqual([]);
  expect(await titles(token, '?limit=1&offset=3')).toEqual(['Title 9']);
});

test('an entry has the fields of the API', async () => {
  const response = await server.call('GET', '/api/notifications?limit=1', { token: await signIn(dora) });
  expect(await response.json()).toEqual({
    notifications: [
      {
        id: expect.any(Number),
        title: 'For Dora',
        body: '',
        icon: null,
        module: 'hrstudium',
        redirect: null,
        read: 0,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        App: { module: 'hrstudium' },
      },
    ],
    total: 1,
    totalUnreadNotifications: 1,
  });
});

test('a read notification is only in the list of all', async () => {
  const token = await signIn(ana);
  const { notifications: page } = await calls.list(token, '?limit=2');
  const ids = [page[0]?.id, String(page[1]?.id)];
  expect((await server.call('PATCH', '/api/notifications', { token, body: { ids } })).status).toBe(204);

  expect(await calls.list(token, '?read[]=0')).toMatchObject({ total: 10, totalUnreadNotifications: 10 });
  expect(await titles(token, '?read[]=1')).toEqual(['Title 12', 'Title 11']);
  expect(await calls.list(token, '?read[]=1&read[]=0')).toMatchObject({ total: 12, totalUnreadNotifications: 10 });
});

test.each([
  ['read[]=0&read[]=1', 12],
  ['read=0&read=1', 12],
  ['read=[0,1]', 12],
  ['read%5B%5D=0', 10],
  ['read=0', 10],
  ['read=[1]', 2],
  ['read=1', 2],
])('a list is written %s', async (query, total) => {
  expect((await calls.list(await signIn(ana), `?${query}`)).total).toBe(total);
});

test.each([
  'offset=-1',
  'offset=1.5',
  'offset=9999999999',
  'limit=0',
  'limit=101',
  'limit=all',
  'read=2',
  'read[]=',
  'read=[]',
  'offset=1&offset=2',
])('refuses %s', async (query) => {
  const response = await server.call('GET', `/api/notifications?${query}`, { token: await signIn(ana) });
  expect(await readError(response)).toBe('400 invalid-request');
});

test('ids of others and unknown ids are ignored', async () => {
  const [theirs] = (await calls.list(await signIn(dora))).notifications;
  const ids = [theirs?.id, 999_999_999, 'not-a-number', -5, Number.MAX_SAFE_INTEGER, '9'.repeat(80)];
  const token = await signIn(ana);
  expect((await server.call('PATCH', '/api/notifications', { token, body: { ids } })).status).toBe(204);
  expect((await calls.list(await signIn(dora))).totalUnreadNotifications).toBe(1);
});

test('marks all notifications of the user as read, and no others', async () => {
  const token = await signIn(ana);
  expect((await server.call('PATCH', '/api/notifications/all', { token })).status).toBe(204);
  expect(await calls.list(token, '?read[]=0')).toMatchObject({ notifications: [], total: 0 });
  expect(await calls.list(token)).toMatchObject({ total: 12, totalUnreadNotifications: 0 });
  expect((await calls.list(await signIn(dora))).totalUnreadNotifications).toBe(1);
});

test.each([{}, { ids: [] }, { ids: [1.5] }, { ids: 'all' }, { ids: Array.from({ length: 501 }, (_, id) => id) }])(
  'refuses to mark %j',
  async (body) => {
    const response = await server.call('PATCH', '/api/notifications', { token: await signIn(ana), body });
    expect(await readError(response)).toBe('400 invalid-request');
  },
);

test.each([
  ['GET', ''],
  ['PATCH', ''],
  ['PATCH', '/all'],
  ['POST', '/register'],
  ['DELETE', '/register'],
])('%s /notifications%s needs a session, and no service key will do', async (method, path) => {
  for (const token of [undefined, key]) {
    const call = token === undefined ? {} : { token };
    expect(await readError(await server.call(method, `/api/notifications${path}`, call))).toBe('401 not-authenticated');
  }
});

test('five thousand notifications of a user page fast', async () => {
  const [user] = await server.database.select().from(users).where(eq(users.email, bruno));
  const rows = Array.from({ length: 5_000 }, (_, number) => ({
    module: 'hrstudium',
    title: `Number ${number}`,
    body: '',
    createdAt: server.now(),
  }));
  const stored = await server.database.insert(notifications).values(rows).returning({ id: notifications.id });
  const received = stored.map(({ id }) => ({ userId: user?.id ?? '', notificationId: id }));
  await server.database.insert(notificationRecipients).values(received);

  const token = await signIn(bruno);
  const seen = new Set<unknown>();
  const started = performance.now();
  for (let offset = 0; offset < 5_000; offset += 100) {
    const page = await calls.list(token, `?limit=100&offset=${offset}&read[]=0`);
    expect(page.total).toBe(5_000);
    for (const { id } of page.notifications) seen.add(id);
  }
  expect(seen.size).toBe(5_000);
  // Fifty calls; a full scan for each page would take many times as long.
  expect(performance.now() - started).toBeLessThan(10_000);
});

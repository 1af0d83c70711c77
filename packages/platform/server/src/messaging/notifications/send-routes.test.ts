import { serviceKeyPageSchema } from '@portico/contract/administration';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { notificationCalls } from '../../testing/test-notifications';
import { waitFor } from '../../testing/wait-for';
import { notifications } from '../messaging-tables';

const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';
const carla = 'carla@portico.test';

const server = testServer({}, { limits: { notificationsOfKey: { tries: 100, window: 60 * 60_000 } } });
const calls = notificationCalls(server);
let key: string;
beforeAll(async () => {
  ({ key } = await calls.createKey('smsa'));
});

test('users of the module get it, and the count does not reveal other users', async () => {
  const emails = [ana, 'Ana@Portico.test', bruno, carla, 'nobody@portico.test'];
  expect(await calls.notify(key, emails, 'Order 7', { icon: 'bell', redirect: '/smsa/orders/7' })).toBe(1);
  const list = await calls.list((await server.signIn(ana)).token);
  expect(list.notifications).toMatchObject([
    { title: 'Order 7', icon: 'bell', redirect: '/smsa/orders/7', module: 'smsa' },
  ]);
  for (const email of [bruno, carla]) {
    expect((await calls.list((await server.signIn(email)).token)).total).toBe(0);
  }
  expect(await calls.notify(key, [carla], 'x')).toBe(await calls.notify(key, ['nobody@portico.test'], 'x'));
});

test('a notification without recipients is not stored, nor one to a disabled user', async () => {
  const count = async () =>
    (await server.database.select({ n: sql`count(*)`.mapWith(Number) }).from(notifications))[0]?.n;
  const former = await count();
  expect(await calls.notify(key, [bruno], 'x')).toBe(0);
  await server.operate('PATCH', `users/${ana}`, { disabled: true });
  expect(await calls.notify(key, [ana], 'x')).toBe(0);
  await server.operate('PATCH', `users/${ana}`, { disabled: false });
  expect(await count()).toBe(former);
});

test('calls with the same idempotency key make one notification, also concurrent ones', async () => {
  const body = { emails: [ana], title: 'Once' };
  const send = (idempotencyKey: string) => calls.send(key, body, { 'idempotency-key': idempotencyKey });
  const answers = await Promise.all([send('order-7'), send('order-7'), send('order-7')]);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(Array(3).fill({ recipients: 1 }));
  const { token } = await server.signIn(ana);
  const once = async () => (await calls.list(token)).notifications.filter(({ title }) => title === 'Once').length;
  expect(await once()).toBe(1);
  await send('order-8');
  expect(await once()).toBe(2);
});

test('a repeated call gets the first answer when its recipients could get nothing any more', async () => {
  const send = () => calls.send(key, { emails: [ana], title: 'Still' }, { 'idempotency-key': 'order-9' });
  expect(await (await send()).json()).toEqual({ recipients: 1 });
  expect((await server.operate('PATCH', `users/${ana}`, { disabled: true })).status).toBe(200);
  const again = await send();
  expect((await server.operate('PATCH', `users/${ana}`, { disabled: false })).status).toBe(200);
  expect(await again.json()).toEqual({ recipients: 1 });
});

test('a call without recipients does not reveal notifications of another module', async () => {
  const headers = { 'idempotency-key': 'order-10' };
  expect(await (await calls.send(key, { emails: [ana], title: 'x' }, headers)).json()).toEqual({ recipients: 1 });
  const { key: foreign } = await calls.createKey('hrstudium');
  const answer = await calls.send(foreign, { emails: [carla], title: 'x' }, headers);
  expect(await answer.json()).toEqual({ recipients: 0 });
});

test.each([
  ['a script', { redirect: 'javascript:alert(1)' }, '400 redirect-malformed'],
  ['another host', { redirect: '//evil.example' }, '400 redirect-malformed'],
  ['another host, written otherwise', { redirect: '/\\evil.example' }, '400 redirect-malformed'],
  ['another folder', { icon: '../x' }, '400 icon-malformed'],
  ['no title', { title: '' }, '400 invalid-request'],
  ['nobody', { emails: [] }, '400 invalid-request'],
  ['too many', { emails: Array.from({ length: 1_001 }, (_, n) => `user${n}@portico.test`) }, '400 invalid-request'],
])('refuses %s', async (_what, fields, error) => {
  expect(await readError(await calls.send(key, { emails: [ana], title: 'x', ...fields }))).toBe(error);
});

test('a refusal names the field that is wrong', async () => {
  const messages = async (fields: unknown) => (await (await calls.send(key, fields)).json()).message;
  expect(await messages({ emails: [ana], title: 'x'.repeat(201) })).toMatch(/: title\.$/);
  expect(await messages({ emails: [ana, 'bruno'], title: 'x' })).toMatch(/: emails\.1\.$/);
  // PostgreSQL would store another character, or fail.
  expect(await messages({ emails: [ana], title: 'cut \ud83d' })).toMatch(/: title\.$/);
  expect(await messages({ emails: [ana], title: 'x', body: 'cut \udc00 and more' })).toMatch(/: body\.$/);
  expect(await messages({ emails: [ana], title: 'a\0b' })).toMatch(/: title\.$/);
  expect(await messages({ emails: [ana], title: '\u200b' })).toMatch(/: title\.$/);
  expect(await messages('x')).not.toContain(':');
});

test('accepts the texts of all scripts, and those that others wrote', async () => {
  for (const title of ['👩‍👩‍👧 🇧🇷', 'فاتورة ٧', 'a\\u0000', '\u202egnp.exe invoice']) {
    expect((await calls.send(key, { emails: [ana], title })).status).toBe(201);
  }
});

test('accepts a thousand users in one call', async () => {
  const emails = Array.from({ length: 1_000 }, (_, n) => `${'x'.repeat(60)}${n}@${'y'.repeat(60)}.portico.test`);
  expect((await calls.send(key, { emails, title: 'x', body: 'x'.repeat(2_000) })).status).toBe(201);
});

test('requires a valid service key, no session and no operator key', async () => {
  const revoked = await calls.createKey('smsa');
  expect(await calls.notify(revoked.key, [ana], 'x')).toBe(1);
  expect((await server.operate('DELETE', `service-keys/${revoked.id}`)).status).toBe(204);
  expect(await readError(await server.operate('DELETE', `service-keys/${revoked.id}`))).toBe('404 service-key-unknown');
  const { token } = await server.signIn(ana);
  for (const wrong of [token, server.operatorKey, `${key}x`, revoked.key]) {
    expect(await readError(await calls.send(wrong, { emails: [ana], title: 'x' }))).toBe('401 service-key-wrong');
  }
  expect(await readError(await server.call('POST', '/api/notifications', { body: {} }))).toBe('401 service-key-wrong');
});

test("the operator sees the keys' names and last use, never the keys", async () => {
  const created = await calls.createKey('hrstudium');
  const listed = async () => {
    const text = await (await server.operate('GET', 'service-keys')).text();
    expect(text).not.toContain(created.key);
    return v.parse(serviceKeyPageSchema, JSON.parse(text)).items;
  };
  const entry = { id: created.id, module: 'hrstudium', name: 'Test', created_at: created.created_at };
  expect(await listed()).toContainEqual({
    ...entry,
    last_used_at: null,
    created_by: 'operator',
    expires_at: null,
  });
  await calls.notify(created.key, [bruno], 'x');
  const lastUse = async () => (await listed()).find(({ id }) => id === created.id)?.last_used_at ?? undefined;
  expect(Date.parse(await waitFor(lastUse))).toBeGreaterThan(0);
  expect(await readError(await server.operate('POST', 'service-keys', { module: 'profile' }))).toBe(
    '400 invalid-request',
  );
  expect(await readError(await server.call('GET', '/api/operator/service-keys', { token: key }))).toBe(
    '401 operator-key-wrong',
  );
});

test('a key has a limit of its own', async () => {
  const { key: busy } = await calls.createKey('welcome');
  const send = () => calls.send(busy, { emails: ['nobody@portico.test'], title: 'x' });
  const answers = await Promise.all(Array.from({ length: 101 }, send));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
  const [refused] = answers.filter(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await calls.send(key, { emails: [ana], title: 'x' })).status).toBe(201);
});

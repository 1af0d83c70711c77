import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { users } from '../identity/account-tables';
import { recordAudit } from '../identity/audit/audit-log';
import { auditRecords } from '../identity/audit-tables';
import { notificationRecipients, notifications, pushTokens } from '../messaging/messaging-tables';
import { createBackgroundTasks } from '../process/background-tasks';
import { type Environment, readEnvironment } from '../process/environment';
import { failurePeople, failures, rolloutOutcomes } from '../registry/tables';
import { testServer } from '../testing/start-test-server';
import { notificationCalls } from '../testing/test-notifications';
import { deleteTooOld, startRetention, vacuum } from './retention';

const ana = 'ana@portico.test';
const old = new Date('2020-01-01');

const server = testServer();
let outbox: string;
beforeAll(async () => {
  outbox = path.join(server.dataFolder, 'outbox');
  const { database } = server;
  const { createKey, notify } = notificationCalls(server);
  const { key } = await createKey('hrstudium');
  await notify(key, [ana], 'New');
  const { token } = await server.signIn(ana);
  for (const name of ['new', 'old']) {
    await server.call('POST', '/api/notifications/register', { token, body: { token: name } });
  }
  await database.update(pushTokens).set({ registeredAt: old }).where(eq(pushTokens.token, 'old'));
  const [user] = await database.select().from(users).where(eq(users.email, ana));
  const userId = user?.id ?? '';
  // More than one batch.
  const many = Array.from({ length: 250 }, () => ({ module: 'hrstudium', title: 'Old', body: '', createdAt: old }));
  const stored = await database.insert(notifications).values(many).returning({ id: notifications.id });
  await database.insert(notificationRecipients).values(stored.map(({ id }) => ({ userId, notificationId: id })));
  const outcome = { module: 'orders', userId, hasFailed: false, detail: '' };
  await database.insert(rolloutOutcomes).values([
    { ...outcome, version: 'old', at: old },
    { ...outcome, version: 'new', at: server.now() },
  ]);
  for (const [version, at] of [
    ['old', old],
    ['new', server.now()],
  ] as const) {
    const id = randomUUID();
    const cause = { digest: '', kind: 'crash', name: 'Error', message: '', stack: [] };
    const figures = { people: 1, times: 1, firstAt: old, lastAt: at, tenants: [], browsers: [] };
    await database.insert(failures).values({ id, module: 'orders', version, ...cause, ...figures });
    const person = { failureId: id, userId, tenant: 'smsa', browser: '', times: 1, firstAt: old, lastAt: at };
    await database.insert(failurePeople).values(person);
  }
  await recordAudit(database, old, { action: 'sign-in', actor: { kind: 'portal' } });
  await mkdir(outbox, { recursive: true });
  for (const name of ['old.eml', 'new.eml', 'other.txt']) await writeFile(path.join(outbox, name), '');
  for (const name of ['old.eml', 'other.txt']) await utimes(path.join(outbox, name), old, old);
});

async function countAll() {
  const { database } = server;
  const { token } = await server.signIn(ana);
  const { total, totalUnreadNotifications } = await notificationCalls(server).list(token);
  const records = await database.select().from(auditRecords).where(eq(auditRecords.at, old));
  return {
    total,
    totalUnreadNotifications,
    notifications: (await database.select().from(notifications)).length,
    tokens: (await database.select().from(pushTokens)).map(({ token: name }) => name).sort(),
    outcomes: (await database.select().from(rolloutOutcomes)).map(({ version }) => version).sort(),
    failures: (await database.select().from(failures)).map(({ version }) => version).sort(),
    records: records.length,
    // Not those about sign-ins.
    mails: (await readdir(outbox)).filter((name) => /^[a-z]/.test(name)).sort(),
  };
}

const run = (environment: Environment) => {
  const { database, dataFolder, now } = server;
  return deleteTooOld({ database, now, environment }, dataFolder);
};

test('by default, only push tokens and failures are deleted by their age', async () => {
  await run(readEnvironment({}));
  expect(await countAll()).toEqual({
    total: 251,
    totalUnreadNotifications: 251,
    notifications: 251,
    tokens: ['new'],
    outcomes: ['new', 'old'],
    failures: ['new'],
    records: 1,
    mails: ['new.eml', 'old.eml', 'other.txt'],
  });
});

test('deletion begins ten seconds after the start', async () => {
  const { database, dataFolder, now } = server;
  const tasks: (() => Promise<void>)[] = [];
  const background = { ...createBackgroundTasks(() => {}), run: (task: () => Promise<void>) => void tasks.push(task) };
  const [token] = await database.select().from(pushTokens);
  if (token === undefined) throw new Error('There is no push token.');
  await database.insert(pushTokens).values({ ...token, hash: 'older', token: 'older', registeredAt: old });
  jest.useFakeTimers();
  const environment = readEnvironment({});
  const { close } = startRetention({ background, database, now, environment }, dataFolder, false);
  jest.advanceTimersByTime(9_999);
  expect(tasks).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(tasks).toHaveLength(1);
  jest.advanceTimersByTime(3_600_000);
  expect(tasks).toHaveLength(2);
  jest.useRealTimers();
  await tasks[0]?.();
  expect((await countAll()).tokens).toEqual(['new']);
  await close();
});

test('deletes only records older than configured, in batches', async () => {
  const names = ['NOTIFICATION', 'PUSH_TOKEN', 'OUTCOME', 'OUTBOX', 'AUDIT'].map((name) => `PORTICO_${name}_DAYS`);
  await run(readEnvironment(Object.fromEntries(names.map((name) => [name, '100']))));
  expect(await countAll()).toEqual({
    total: 1,
    totalUnreadNotifications: 1,
    notifications: 1,
    tokens: ['new'],
    outcomes: ['new'],
    failures: ['new'],
    records: 0,
    mails: ['new.eml', 'other.txt'],
  });
});

test('a database without autovacuum is vacuumed', async () => {
  const schema = v.object({ rows: v.tuple([v.object({ count: v.number() })]) });
  const readCount = async () => {
    const count = sql`select reltuples::int as count from pg_class where oid = 'push_tokens'::regclass`;
    return v.parse(schema, await server.database.execute(count)).rows[0].count;
  };
  await server.database.execute(sql`delete from push_tokens`);
  expect(await readCount()).not.toBe(0);
  await vacuum(server.database);
  expect(await readCount()).toBe(0);
});

test.each(['0', '30', '36501', 'never', '1.5'])('refuses %s days for the audit log', (days) => {
  expect(() => readEnvironment({ PORTICO_AUDIT_DAYS: days })).toThrow(
    'PORTICO_AUDIT_DAYS must be a whole number of days from 31 to 36500, or off.',
  );
});

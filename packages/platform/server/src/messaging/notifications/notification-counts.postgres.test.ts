import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { testServer } from '../../testing/start-test-server';
import { notificationCalls } from '../../testing/test-notifications';
import { notificationCounts, notifications } from '../messaging-tables';

const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';

const server = testServer();
const calls = notificationCalls(server);
let key: string;
beforeAll(async () => {
  ({ key } = await calls.createKey('hrstudium'));
});

async function readRows(query: SQL, executor: Executor = server.database) {
  const schema = v.object({ rows: v.array(v.record(v.string(), v.unknown())) });
  return v.parse(schema, await executor.execute(query)).rows;
}

/** Returns the counts of the triggers and the real counts. */
async function compareCounts() {
  const { total, unread, userId } = notificationCounts;
  const kept = await server.database
    .select({ userId, total: sql`${total}::int`, unread: sql`${unread}::int` })
    .from(notificationCounts)
    .orderBy(userId);
  const rows = await readRows(sql`
    select counts.user_id as "userId", count(notification_id)::int as total,
      (count(*) filter (where read_at is null and recipients.epoch = counts.epoch))::int as unread
    from notification_counts as counts left join notification_recipients as recipients using (user_id)
    group by counts.user_id order by counts.user_id`);
  return { kept, rows };
}

test('the counts stay correct while notifications are sent, read, marked and deleted concurrently', async () => {
  const tokens = [(await server.signIn(ana)).token, (await server.signIn(bruno)).token];
  const send = async (round: number) => {
    const emails = round % 2 ? [ana, bruno] : [bruno, ana];
    expect(await calls.notify(key, emails, `Title ${round}`)).toBe(2);
  };
  const read = async (token: string) => {
    const { notifications: page } = await calls.list(token, '?read[]=0');
    const ids = page.slice(0, 5).map(({ id }) => id);
    if (ids.length > 0) await server.call('PATCH', '/api/notifications', { token, body: { ids } });
  };
  const markAll = (token: string) => server.call('PATCH', '/api/notifications/all', { token });
  for (let round = 0; round < 10; round++) {
    await Promise.all([
      ...[1, 2, 3, 4, 5].map((number) => send(10 * round + number)),
      ...tokens.map(read),
      ...(round % 3 === 1 ? tokens.map(markAll) : []),
      ...(round === 5 ? [server.database.delete(notifications).where(sql`id % 4 = 0`)] : []),
    ]);
  }
  const { kept, rows } = await compareCounts();
  expect(kept).toEqual(rows);
  const list = await calls.list(tokens[0] ?? '', '?read[]=0&limit=100');
  expect(list.notifications).toHaveLength(list.total);
});

/** A promise, and what fulfils it. */
function createGate(): [Promise<void>, () => void] {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [gate, open];
}

test('a notification that is being sent while all are marked is never lost', async () => {
  const { token } = await server.signIn(ana);
  await server.call('PATCH', '/api/notifications/all', { token });
  const [started, start] = createGate();
  const [early, end] = createGate();
  // It has the lower number, and is committed after the other one was marked.
  const late = server.database.transaction(async (tx) => {
    const insert = sql`
      insert into notifications (module, title, body, created_at) values ('hrstudium', 'Late', '', now()) returning id`;
    const [stored] = await readRows(insert, tx);
    start();
    await early;
    await tx.execute(sql`
      insert into notification_recipients (user_id, notification_id)
      select id, ${stored?.id} from users where email = ${ana}`);
  });
  await started;
  await calls.notify(key, [ana], 'Early');
  await server.call('PATCH', '/api/notifications/all', { token });
  end();
  await late;
  const list = await calls.list(token, '?read[]=0');
  expect(list.notifications.map(({ title }) => title)).toEqual(['Late']);
  expect(list.totalUnreadNotifications).toBe(1);
});

import { failurePageSchema } from '@portico/contract/publishing';
import { like, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import * as v from 'valibot';
import { users } from '../../identity/account-tables';
import { createAccessTokens } from '../../identity/sessions/access-token';
import { loadSigningKey } from '../../identity/sessions/signing-key';
import { inAll, measure } from '../../overload/testing/measure';
import { testServer } from '../../testing/start-test-server';
import { failurePeople, failures } from '../tables';
import { failuresOfModuleMax } from './record-failure';

const people = 1_000;
const reportsOfUser = 10;
/** The time that most other calls may take meanwhile, also on a busy machine, in milliseconds. */
const longest = 500;
const server = testServer();
const tokens: string[] = [];

/** The users have sessions without a sign-in: sign-ins are limited. */
const statements = [
  `insert into apps (tenant, module, name) values ('smsa', 'orders', 'Orders')`,
  `insert into users (id, email, name, created_at, password_hash)
    select gen_random_uuid(), 'user' || n || '@many.test', 'User', now(), 'x' from generate_series(1, ${people}) n`,
  `insert into tenant_members (tenant, user_id) select 'smsa', id from users where email like '%@many.test'`,
  `insert into app_grants (user_id, tenant, module)
    select id, 'smsa', 'orders' from users where email like '%@many.test'`,
  `insert into sessions (id, user_id, tenant, created_at, last_used_at, expires_at, user_agent, ip)
    select id, id, 'smsa', now(), now(), now() + interval '1 hour', '', '127.0.0.1'
    from users where email like '%@many.test'`,
];
beforeAll(async () => {
  for (const statement of statements) await server.database.execute(sql.raw(statement));
  const accessTokens = createAccessTokens(await loadSigningKey(server.database), server.now);
  const rows = await server.database.select({ id: users.id }).from(users).where(like(users.email, '%@many.test'));
  for (const { id } of rows) tokens.push(await accessTokens.issue({ sub: id, sid: id }));
});

/** Half of the reports have causes that all users have, half have texts that no other report has. */
async function report(user: number, number: number): Promise<void> {
  const letters = [...`${user * reportsOfUser + number}`].map((digit) => 'abcdefghij'[Number(digit)]).join(' ');
  const message = number % 2 === 0 ? `The part ${'abcde'[number / 2]} is late` : `Invented: ${letters}`;
  const body = { source: '@module/orders', address: '', kind: 'crash', name: 'Error', message, stack: '' };
  const response = await server.call('POST', '/api/failures', { token: tokens[user] ?? '', body });
  expect(response.status).toBe(204);
}

async function list() {
  const response = await server.call('GET', '/api/publishing/failures?limit=100', { token: server.operatorKey });
  return v.parse(failurePageSchema, await response.json());
}

test('of 10,000 reports, those of many people are all counted, the others are bounded, and no other call is slow', async () => {
  const limit = pLimit(10);
  let isOver = false;
  const numbers = Array.from({ length: people * reportsOfUser }, (_, number) => number);
  const reported = limit
    .map(numbers, (number) => report(number % people, Math.floor(number / people)))
    .finally(() => {
      isOver = true;
    });
  const health = measure(
    async () => {
      expect((await server.call('GET', '/health')).status).toBe(200);
    },
    () => isOver,
  );
  expect(await health).toBeLessThan(longest);
  await reported;

  const { items } = await list();
  const known = items.filter(({ message }) => message.startsWith('The part'));
  expect(known.map((failure) => [failure.people, failure.times])).toEqual(
    Array.from({ length: 5 }, () => [people, people]),
  );
  expect(await server.database.$count(failures)).toBe(failuresOfModuleMax);
  expect(await server.database.$count(failurePeople)).toBe(5 * people + failuresOfModuleMax - 5);
  const readList = async () => {
    await list();
  };
  expect(await measure(readList, inAll(20))).toBeLessThan(longest);
});

import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { openPostgres } from '../../database/open-database';
import { codeIn, createOutbox, wrongCode } from '../../testing/outbox';
import { type TestServer, testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { testPostgres } from '../../testing/test-database';
import { waitFor } from '../../testing/wait-for';
import { users } from '../account-tables';
import { mailedCodes } from '../proof-tables';

const email = 'ana@portico.test';

const database = testPostgres();
const openDatabase = () => openPostgres(database.url);
const servers = [testServer({}, { openDatabase }), testServer({}, { openDatabase })] as const;

async function mailedCode(): Promise<string> {
  const [{ call, dataFolder }] = servers;
  const ask = () => call('POST', '/api/auth/recover', { body: { email } });
  return codeIn(await createOutbox({ dataFolder }).nextMailTo(email, 'code', ask));
}

const reset = (server: TestServer, code: string, password: string) =>
  server.call('PUT', '/api/auth/recover', { body: { email, code, password } });

test('five of many concurrent wrong codes count, and then the right one is refused', async () => {
  const code = await mailedCode();
  const tries = Array.from({ length: 12 }, (_, number) => servers[number % 2 === 0 ? 0 : 1]);
  const answers = await Promise.all(tries.map((server) => reset(server, wrongCode(code), 'a-new-password')));
  expect(new Set(await Promise.all(answers.map(readError)))).toEqual(new Set(['400 code-invalid']));
  const [stored] = await servers[0].database.select().from(mailedCodes);
  expect(stored?.tries).toBe(5);
  expect(await readError(await reset(servers[1], code, 'a-new-password'))).toBe('400 code-invalid');
});

test('concurrent calls with the right code on two servers set one password', async () => {
  const code = await mailedCode();
  const passwords = ['portico-demo-1', 'portico-demo-2', 'portico-demo-3', 'portico-demo-4'];
  const statuses = await Promise.all(
    passwords.map(async (password, number) => (await reset(servers[number % 2 === 0 ? 0 : 1], code, password)).status),
  );
  expect([...statuses].sort()).toEqual([204, 400, 400, 400]);
  expect((await servers[0].signIn(email, passwords[statuses.indexOf(204)])).token).not.toBe('');
});

test('a sign-in with the former password starts no session after the change', async () => {
  const password = 'the-former-password';
  await reset(servers[0], await mailedCode(), password);
  const [{ passwordHash: changed } = { passwordHash: null }] = await servers[0].database
    .select()
    .from(users)
    .where(eq(users.email, 'bruno@portico.test'));

  // Locks the user, as an uncommitted change does, until the sign-in waits for it.
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  await client.query('update users set password_hash = $1 where email = $2', [changed, email]);
  const signIn = servers[1].call('POST', '/api/auth', { body: { email, password } });
  await waitFor(async () => {
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length > 0 ? true : undefined;
  });
  await client.query('commit');
  await client.end();
  expect(await readError(await signIn)).toBe('401 wrong-credentials');
  expect((await servers[1].signIn(email)).token).not.toBe('');
});

test('concurrent sign-ins, refreshes, changes and recoveries cause no server error', async () => {
  const session = await servers[0].signIn('dora@portico.test');
  const { refreshToken, token } = session;
  const body = { email: 'dora@portico.test', password: 'portico-demo' };
  const calls = servers.flatMap(({ call }) =>
    Array.from({ length: 8 }, () => [
      call('POST', '/api/auth', { body }),
      call('POST', '/api/auth/refresh', { refreshToken }),
      call('PUT', '/api/auth/password', {
        token,
        body: { current_password: 'portico-demo', new_password: 'portico-demo' },
      }),
      call('POST', '/api/auth/recover', { body: { email: body.email } }),
      call('PUT', '/api/auth/recover', { body: { email: body.email, code: '123456', password: 'a-new-password' } }),
    ]),
  );
  const statuses = (await Promise.all(calls.flat())).map(({ status }) => status);
  expect(statuses).toHaveLength(80);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

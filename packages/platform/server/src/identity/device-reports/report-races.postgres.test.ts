import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { openPostgres } from '../../database/open-database';
import { codeIn, createOutbox } from '../../testing/outbox';
import { createAuthenticator } from '../../testing/set-up-factor';
import { testServer } from '../../testing/start-test-server';
import { createTestAuthenticator } from '../../testing/test-authenticator';
import { readError } from '../../testing/test-client';
import { testPostgres } from '../../testing/test-database';
import { passkeyCalls } from '../../testing/test-passkeys';
import { waitFor } from '../../testing/wait-for';
import { users } from '../account-tables';
import { addressChanges, passkeys, secondFactors } from '../proof-tables';
import { knownDevices } from '../session-tables';
import { createSecretToken, hashToken } from '../sessions/secret-tokens';

const database = testPostgres();
const server = testServer({}, { openDatabase: () => openPostgres(database.url) });
const outbox = createOutbox(server);
const { confirm, post } = passkeyCalls(server);

/** Signs in, with a report, and confirms the session of a user who then has no password. */
async function stealSession(email: string) {
  const { token } = await server.signIn(email);
  await confirm(token);
  const report = createSecretToken();
  const [user] = await server.database
    .update(users)
    .set({ passwordHash: null })
    .where(eq(users.email, email))
    .returning();
  const userId = user?.id ?? '';
  const reportUntil = new Date(server.now().getTime() + 60_000);
  const reportable = { reportHash: hashToken(report), reportUntil };
  await server.database.update(knownDevices).set(reportable).where(eq(knownDevices.userId, userId));
  return { report, token, userId };
}

/** Prepares a call that would keep an attacker in the account. */
type Prepare = (token: string) => Promise<() => Promise<Response>>;

const setPassword: Prepare = async (token) => () =>
  server.call('PUT', '/api/auth/password', { token, body: { new_password: 'of-the-attacker' } });

const setUpFactor: Prepare = async (token) => {
  const { secret, setup } = await (await post('auth/factor/setup', token)).json();
  const body = { setup, code: createAuthenticator(server, secret)() };
  return () => server.call('PUT', '/api/auth/factor/setup', { token, body });
};

const addPasskey: Prepare = async (token) => {
  const created = createTestAuthenticator(server.url).create(await (await post('auth/passkeys/options', token)).json());
  return () => post('auth/passkeys', token, created);
};

const confirmAddress: Prepare = async (token) => {
  const next = 'attacker@portico.test';
  const mail = await outbox.nextMailTo(next, 'code', () => post('auth/address', token, { email: next }));
  return () => server.call('PUT', '/api/auth/address', { token, body: { code: codeIn(mail) } });
};

test.each([
  ['set a password', 'ana', setPassword],
  ['set up a second factor', 'bruno', setUpFactor],
  ['add a passkey', 'carla', addPasskey],
  ['confirm an e-mail', 'dora', confirmAddress],
])('a report that another call overtakes lets nobody %s', async (_step, name, prepare) => {
  const email = `${name}@portico.test`;
  const { report, token, userId } = await stealSession(email);
  const call = await prepare(token);
  // Holds the report, and then the call behind it.
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from users where id = $1 for update', [userId]);
  const waiting = (count: number) =>
    waitFor(async () => {
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length === count ? true : undefined;
    });
  const reported = post('auth/devices/report', undefined, { token: report });
  await waiting(1);
  const added = call();
  await waiting(2);
  await client.query('commit');
  await client.end();

  expect((await reported).status).toBe(200);
  expect(await readError(await added)).toBe('401 not-authenticated');
  const [user] = await server.database.select().from(users).where(eq(users.id, userId));
  expect(user).toMatchObject({ email, passwordHash: null });
  for (const table of [passkeys, secondFactors, addressChanges]) {
    expect(await server.database.$count(table, eq(table.userId, userId))).toBe(0);
  }
});

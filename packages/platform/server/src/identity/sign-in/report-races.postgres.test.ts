import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { openPostgres } from '../../database/open-database';
import { codeIn, createOutbox } from '../../testing/outbox';
import { createAuthenticator } from '../../testing/set-up-factor';
import { addProvider, signInAt } from '../../testing/sign-in-at-provider';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startOidcProvider } from '../../testing/start-oidc-provider';
import { testServer } from '../../testing/start-test-server';
import { createTestAuthenticator } from '../../testing/test-authenticator';
import { createTestBrowser } from '../../testing/test-browser';
import { readError } from '../../testing/test-client';
import { testPostgres } from '../../testing/test-database';
import { passkeyCalls } from '../../testing/test-passkeys';
import { waitFor } from '../../testing/wait-for';
import { users } from '../account-tables';
import { addressChanges, passkeys, secondFactors } from '../proof-tables';
import { userIdentities } from '../provider-tables';
import { knownDevices } from '../session-tables';
import { createSecretToken, hashToken } from '../sessions/secret-tokens';

const database = testPostgres();
const server = testServer(
  {},
  {
    openDatabase: () => openPostgres(database.url),
    hasShell: true,
    configuration: { hosts: { localhost: 'smsa' } },
  },
);
const oidc = startBeforeTests(() =>
  startOidcProvider({ accounts: [{ sub: 'attacker', email: 'olga@portico.test' }], clients: [] }),
);
const outbox = createOutbox(server);
const { add, confirm, post, signIn } = passkeyCalls(server);

/** Signs in, and returns the token of a report of this sign-in. */
async function signInReportably(email: string) {
  const { token } = await server.signIn(email);
  const report = createSecretToken();
  const [user] = await server.database.select().from(users).where(eq(users.email, email));
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

/** Sends a report, and a call that finds the session before the report ends it. */
async function callDuringReport<Answer>(
  { report, userId }: { readonly report: string; readonly userId: string },
  call: () => Promise<Answer>,
): Promise<Answer> {
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
  return added;
}

test.each([
  ['set a password', 'ana', setPassword],
  ['set up a second factor', 'bruno', setUpFactor],
  ['add a passkey', 'carla', addPasskey],
  ['confirm an e-mail', 'dora', confirmAddress],
])('a call that meets a report lets nobody %s', async (_step, name, prepare) => {
  const email = `${name}@portico.test`;
  const { report, token, userId } = await signInReportably(email);
  await confirm(token);
  // A password would be another one after the report, which ends the call in any case.
  await server.database.update(users).set({ passwordHash: null }).where(eq(users.id, userId));
  const call = await prepare(token);
  const added = await callDuringReport({ report, userId }, call);
  expect(await readError(added)).toBe('401 not-authenticated');
  const [user] = await server.database.select().from(users).where(eq(users.id, userId));
  expect(user).toMatchObject({ email, passwordHash: null });
  for (const table of [passkeys, secondFactors, addressChanges]) {
    expect(await server.database.$count(table, eq(table.userId, userId))).toBe(0);
  }
});

test('a call that meets a report lets nobody link an account at a provider by the former password', async () => {
  const { report, userId } = await signInReportably('olga@portico.test');
  const { start } = await addProvider(server, oidc);
  const browser = createTestBrowser();
  const form = await signInAt(browser, start, 'olga@portico.test');
  const answer = await callDuringReport({ report, userId }, () => browser.submit(form, { password: 'portico-demo' }));
  expect(answer).toMatchObject({ status: 401, text: expect.stringContaining('name="password"') });
  expect(await server.database.$count(userIdentities, eq(userIdentities.userId, userId))).toBe(0);
});

test('a call that meets a report lets nobody sign in by a passkey that was added since', async () => {
  const email = 'passkey@portico.test';
  await server.operate('POST', 'users', { email, name: 'Eva', password: 'portico-demo', tenant: 'smsa' });
  const { report, token, userId } = await signInReportably(email);
  await confirm(token);
  const authenticator = await add(token);
  await server.database.update(users).set({ passwordHash: null }).where(eq(users.id, userId));
  const answer = await callDuringReport({ report, userId }, () => signIn(authenticator));
  expect(await readError(answer)).toBe('401 wrong-credentials');
});

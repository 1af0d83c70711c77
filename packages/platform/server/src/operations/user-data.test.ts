import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { directoryUsers } from '../identity/account-tables';
import { findUserByEmail } from '../identity/accounts/user-repository';
import { auditRecords } from '../identity/audit-tables';
import { passkeys } from '../identity/proof-tables';
import { signInProviders, userIdentities } from '../identity/provider-tables';
import { notifications } from '../messaging/messaging-tables';
import { failurePeople, failures, rolloutOutcomes } from '../registry/tables';
import { createOutbox } from '../testing/outbox';
import { setUpFactor } from '../testing/set-up-factor';
import { testServer } from '../testing/start-test-server';
import { readError } from '../testing/test-client';
import { notificationCalls } from '../testing/test-notifications';
import { photoCalls, plainPicture } from '../testing/test-photos';
import { waitFor } from '../testing/wait-for';
import { exportedTables } from './user-data-routes';

const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';

const server = testServer();
let userId: string;
let session: { token: string; refreshToken: string };
/** Another user, with rows in the same tables. */
let otherUserId: string;
let serviceKey: string;
beforeAll(async () => {
  ({ userId, session } = await fillTables(ana));
  ({ userId: otherUserId } = await fillTables(bruno));
  const { createKey, notify } = notificationCalls(server);
  const { key } = await createKey('hrstudium');
  serviceKey = key;
  await notify(key, [ana], 'For Ana alone');
  await notify(key, [ana, bruno], 'For both');
  await notify(key, [bruno], 'For Bruno alone');
});

async function fillTables(email: string) {
  const user = (await findUserByEmail(server.database, email))?.id ?? '';
  await server.call('POST', '/api/auth', { body: { email, password: 'wrong' } });
  const signedIn = await server.signIn(email);
  const { token } = signedIn;
  await photoCalls(server, email, token).upload(await plainPicture(20, 20).png().toBuffer());
  await server.call('POST', '/api/notifications/register', { token, body: { token: `push-token-of-${email}` } });
  const preferences = [{ module: 'hrstudium', enabled: false }];
  const stored = await server.call('PUT', '/api/notifications/preferences', { token, body: preferences });
  expect(stored.ok).toBe(true);
  await server.operate('PUT', 'roles', { email, granted: { role: 'help-desk', tenant: 'smsa' } });
  await server.operate('PUT', `users/${email}/address`, { email: 'next@portico.test' });
  await createOutbox(server).nextMailTo(email, 'code', () =>
    server.call('POST', '/api/auth/recover', { body: { email } }),
  );
  await server.database
    .insert(rolloutOutcomes)
    .values({ module: 'orders', version: '1', userId: user, hasFailed: false, detail: '', at: server.now() });
  await setUpFactor(server, token);
  const [at, id] = [server.now(), randomUUID()];
  const cause = { digest: id, kind: 'crash', name: 'Error', message: '', stack: [] };
  const provider = { issuer: 'https://id.example', clientId: id, clientSecret: '' };
  await server.database
    .insert(signInProviders)
    .values({ id, tenant: 'smsa', name: 'Example', ...provider, createdAt: at });
  await server.database
    .insert(userIdentities)
    .values({ providerId: id, subject: `subject of ${email}`, userId: user, createdAt: at });
  const credential = { credentialId: id, userHandle: id, publicKey: Buffer.from(id), counter: 0 };
  const passkey = { id, userId: user, host: 'smsa.example', name: `Passkey of ${email}`, createdAt: at };
  await server.database.insert(passkeys).values({ ...passkey, ...credential });
  const named = { tenant: 'smsa', userName: email, changedAt: at };
  await server.database.insert(directoryUsers).values({ ...named, userId: user });
  const figures = { people: 1, times: 1, firstAt: at, lastAt: at, tenants: [], browsers: [] };
  await server.database.insert(failures).values({ id, module: 'orders', version: '1', ...cause, ...figures });
  const person = { userId: user, tenant: 'smsa', browser: 'Firefox', times: 1, firstAt: at, lastAt: at };
  await server.database.insert(failurePeople).values({ failureId: id, ...person });
  return { userId: user, session: signedIn };
}

async function readNames(query: ReturnType<typeof sql>): Promise<string[]> {
  const schema = v.object({ rows: v.array(v.object({ name: v.string() })) });
  return v.parse(schema, await server.database.execute(query)).rows.map(({ name }) => name);
}

/** The tables that refer to users. */
const listReferring = () =>
  readNames(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass order by 1`);

/** The tables that have one of the texts in any column. */
async function findTables(...texts: string[]): Promise<string[]> {
  const found: string[] = [];
  const tables = await readNames(sql`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`);
  for (const name of tables) {
    const pattern = texts.map((text) => text.replaceAll(/[.\\+*?]/g, '\\$&')).join('|');
    const table = sql.identifier(name);
    const rows = await readNames(sql`select '' as name from ${table} where ${table}::text ~ ${pattern} limit 1`);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('no table has a password, a code, a token or a key as it is', async () => {
  const { refreshToken, token } = session;
  expect(await findTables('portico-demo', serviceKey, refreshToken, token, server.operatorKey)).toEqual([]);
  const hashes = await readNames(sql`
    select code_hash as name from recovery_codes union all
    select password_hash from users where password_hash is not null`);
  expect(hashes.length).toBeGreaterThan(2);
  expect(hashes.filter((hash) => !hash.startsWith('$argon2id$'))).toEqual([]);
});

test('an export has the data of each table that refers to users, and no secrets', async () => {
  const referring = await listReferring();
  expect(referring.filter((name) => exportedTables[name] === undefined)).toEqual([]);
  const response = await server.operate('GET', `users/${ana}/export`);
  const text = await response.text();
  const { user, ...tables } = v.parse(v.looseObject({ user: v.unknown() }), JSON.parse(text));
  expect(user).toMatchObject({ email: ana, name: 'Ana Prado', hasPassword: true });
  // A new table needs a row in this test.
  expect(referring.filter((name) => !Array.isArray(tables[name]) || tables[name].length === 0)).toEqual([]);
  expect(tables).toMatchObject({
    user_images: [{ mime: 'image/webp', data: expect.stringMatching(/^UklGR/) }],
    notification_recipients: [{ title: 'For both' }, { title: 'For Ana alone' }],
    notification_preferences: [{ module: 'hrstudium', enabled: false }],
    audit_records: expect.arrayContaining([expect.objectContaining({ action: 'sign-in' })]),
  });
  expect(text).not.toMatch(/argon2|push-token-of-ana|code_?hash|"(?:secret|mark|trustedFor|reportHash)"/i);
  // No data of the other user, also in rows that do not name their user.
  expect(text).not.toContain(otherUserId);
  expect(text).not.toContain('For Bruno alone');
  for (const name of ['sessions', 'recovery_codes', 'notification_counts', 'push_tokens', 'rollout_outcomes']) {
    expect([name, tables[name]]).toEqual([name, [expect.anything()]]);
  }
  expect(await readError(await server.operate('GET', 'users/nobody@portico.test/export'))).toBe('404 user-unknown');
});

test('the audit log names the user of an export', async () => {
  const response = await server.operate('GET', `users/${ana.toUpperCase()}/export`);
  const requestId = response.headers.get('x-request-id') ?? '';
  const found = await server.database.select().from(auditRecords).where(eq(auditRecords.requestId, requestId));
  expect(found).toMatchObject([{ action: 'operator-read', target: '/api/operator/users/:email/export', userId }]);
});

test('a deletion keeps only an id in the audit log, ends the sessions, and deletes no data of others', async () => {
  const hash = createHash('sha256').update(ana).digest('base64url');
  expect(await findTables(userId)).toEqual(expect.arrayContaining(await listReferring()));
  expect(await findTables(hash)).toEqual(expect.arrayContaining(['address_accounts', 'throttles']));
  const ofOther = await findTables(otherUserId);
  expect((await server.operate('DELETE', `users/${ana}`)).status).toBe(204);
  expect(await findTables(userId)).toEqual(['audit_records']);
  expect(await findTables(otherUserId)).toEqual(ofOther);
  expect(await findTables(ana, 'Ana Prado', 'push-token-of-ana', 'For Ana alone', hash)).toEqual([]);
  const titles = await server.database.select({ title: notifications.title }).from(notifications);
  expect(titles).toEqual([{ title: 'For both' }, { title: 'For Bruno alone' }]);
  const outbox = path.join(server.dataFolder, 'outbox');
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(path.join(outbox, name), 'utf8')));
  expect(mails.filter((mail) => mail.includes(ana))).toEqual([]);

  expect((await server.call('GET', '/api/users/me', { token: session.token })).status).toBe(401);
  expect((await server.call('POST', '/api/auth/refresh', session)).status).toBe(401);
  expect(await readError(await server.operate('DELETE', `users/${ana}`))).toBe('404 user-unknown');
});

test('a deletion also deletes mails to a long e-mail, whose header has two lines', async () => {
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.test`;
  expect((await server.operate('POST', 'users', { email, name: 'Long', tenant: 'smsa' })).status).toBe(201);
  const outbox = path.join(server.dataFolder, 'outbox');
  const listMails = async () =>
    (await Promise.all((await readdir(outbox)).map((name) => readFile(path.join(outbox, name), 'utf8')))).filter(
      (mail) => mail.includes(email),
    );
  await server.call('POST', '/api/auth/recover', { body: { email } });
  await waitFor(async () => ((await listMails()).length > 0 ? true : undefined));
  expect((await server.operate('DELETE', `users/${email}`)).status).toBe(204);
  expect(await listMails()).toEqual([]);
});

// Runs on PGlite and on PostgreSQL.

import { type AuditRecord, auditRecordListSchema } from '@portico/contract/administration';
import { desc, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { publishingCalls } from '../../testing/test-publishing';
import { waitFor } from '../../testing/wait-for';
import { auditRecords } from '../audit-tables';
import { deleteAuditRecords, recordAudit } from './audit-log';

const server = testServer();

async function readPage(query: Record<string, string>): Promise<AuditRecord[]> {
  const path = `audit?${new URLSearchParams({ since: '2000-01-01T00:00:00Z', ...query })}`;
  return v.parse(auditRecordListSchema, await (await server.operate('GET', path)).json());
}

const findLatest = async () =>
  (await server.database.select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(1))[0];

const refuse = (email: string) => server.call('POST', '/api/auth', { body: { email, password: 'wrong' } });

test('the database keeps each record as it is', async () => {
  await server.signIn('ana@portico.test');
  const { database } = server;
  const change = sql`update audit_records set action = 'sign-out'`;
  await expect(database.execute(change)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('never') },
  });
  for (const statement of [sql`delete from audit_records`, sql`truncate audit_records`]) {
    await expect(database.execute(statement)).rejects.toThrow();
  }
  await expect(deleteAuditRecords(database, new Date(Date.now() + 60_000))).rejects.toThrow();
  expect(await findLatest()).toMatchObject({ action: 'sign-in' });
});

test('the retention job deletes old records', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  for (const days of [400, 40]) {
    await recordAudit(server.database, daysAgo(days), { action: 'sign-in', actor: { kind: 'portal' } });
  }
  await deleteAuditRecords(server.database, daysAgo(100));
  const records = await server.database.select().from(auditRecords);
  expect(records.filter(({ actor }) => actor === 'portal')).toHaveLength(1);
});

test('a refusal names the account, if it exists, and the hash of the typed e-mail', async () => {
  await refuse('bruno@portico.test');
  const known = await findLatest();
  expect(known).toMatchObject({ action: 'sign-in-refused', actor: 'visitor', userId: expect.any(String) });
  expect(known?.details).toEqual({ method: 'password', reason: 'wrong-password', browser: '', system: '' });
  await refuse('mistyped@portico.test');
  const unknown = await findLatest();
  expect(unknown).toMatchObject({ action: 'sign-in-refused', userId: null });
  await refuse('mistyped@portico.test');
  expect((await findLatest())?.account).toBe(unknown?.account);
  expect(unknown?.account).not.toBe(known?.account);
});

test('refusals by a limit are recorded once a minute', async () => {
  const email = 'attacked@portico.test';
  const count = async () => (await readPage({})).filter(({ details }) => details.reason === 'too-many-tries').length;
  for (let index = 0; index < 10; index++) await refuse(email);
  expect(await count()).toBe(0);
  for (let index = 0; index < 3; index++) expect(await readError(await refuse(email))).toBe('429 too-many-tries');
  expect(await count()).toBe(1);
});

test('a change that fails leaves no record of it, and the refusal one', async () => {
  const add = () => server.operate('POST', 'tenants', { key: 'twice', name: 'Twice' });
  await add();
  const response = await add();
  expect(await readError(response)).toBe('409 tenant-exists');
  const refused = await waitFor(async () =>
    (await readPage({})).find(({ request_id }) => request_id === response.headers.get('x-request-id')),
  );
  expect(refused).toMatchObject({
    action: 'operator-refused',
    actor: { kind: 'operator' },
    target: 'POST /api/operator/tenants',
    details: { reason: 'tenant-exists' },
  });
});

test('the second of two concurrent password changes is recorded as refused', async () => {
  const { token } = await server.signIn('dora@portico.test');
  const change = (new_password: string) =>
    server.call('PUT', '/api/auth/password', { token, body: { current_password: 'portico-demo', new_password } });
  await Promise.all([change('one-new-password'), change('other-new-password')]);
  const records = (await readPage({})).filter(({ action }) => action.startsWith('password-change'));
  expect(records.map(({ action, details }) => [action, details])).toEqual([
    ['password-changed', {}],
    ['password-change-refused', { reason: 'wrong-password' }],
  ]);
});

test('a refused publication names the team, and is recorded once a minute', async () => {
  const calls = publishingCalls(server);
  const { id, token } = await calls.createToken('orders');
  const publish = (credential: string) => calls.post(credential, 'stock', 'rollback');
  for (const credential of [token, token, 'portico_tt_wrong']) await publish(credential);
  const refused = await waitFor(async () => {
    const records = (await readPage({})).filter(({ action }) => action === 'publishing-refused');
    return records.length < 2 ? undefined : records;
  });
  const found = refused.map(({ actor, details, target }) => [actor.kind, actor.id, target, details.reason]);
  // In any order: they are recorded after the answers.
  expect(found).toHaveLength(2);
  expect(found).toContainEqual(['team', id, 'stock', 'module-foreign']);
  expect(found).toContainEqual(['visitor', null, null, 'team-token-wrong']);
});

test('the operator reads the log page by page, with the names of today', async () => {
  await server.signIn('ana@portico.test');
  const all = await readPage({ reads: 'true' });
  const pages: AuditRecord[] = [];
  for (let last: AuditRecord | undefined; ; last = pages.at(-1)) {
    const page = await readPage({ limit: '3', reads: 'true', ...(last && { since: last.at, after: `${last.id}` }) });
    pages.push(...page);
    if (page.length < 3 || pages.length > all.length) break;
  }
  expect(pages.slice(0, all.length)).toEqual(all);
  const person = { id: expect.any(String), email: 'ana@portico.test' };
  expect(all).toContainEqual(
    expect.objectContaining({
      action: 'sign-in',
      actor: { kind: 'user', id: expect.any(String), name: 'ana@portico.test' },
      user: person,
      address: expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/),
    }),
  );
  // Reads by the operator are recorded, too.
  expect(pages.at(-1)).toMatchObject({ action: 'operator-read', target: '/api/operator/audit' });
});

test.each([{ since: 'yesterday' }, { after: '-1' }, { limit: '501' }])('refuses %j', async (query) => {
  await expect(readPage(query)).rejects.toThrow();
});

test('others do not read it', async () => {
  const { token } = await server.signIn('ana@portico.test');
  const url = '/api/operator/audit?since=2000-01-01T00:00:00Z';
  expect(await readError(await server.call('GET', url, { token }))).toBe('403 role-needed');
});

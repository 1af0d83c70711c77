import { createdGroupSchema, invitationPlanSchema } from '@portico/contract/administration';
import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { openPostgres } from '../database/open-database';
import { accessRequests, effectiveGrants } from '../identity/access-tables';
import { tenantMembers } from '../identity/account-tables';
import { requireUser } from '../identity/accounts/user-repository';
import { removeMember } from '../identity/people/remove-member';
import { testServer } from '../testing/start-test-server';
import { readError } from '../testing/test-client';
import { testPostgres } from '../testing/test-database';
import { waitFor } from '../testing/wait-for';

const database = testPostgres();
const server = testServer(
  {},
  { configuration: { hosts: { localhost: 'acme' } }, openDatabase: () => openPostgres(database.url) },
);

const rowsSchema = v.object({ rows: v.array(v.unknown()) });

let group: string;
beforeAll(async () => {
  await server.operate('POST', 'tenants', { key: 'acme', name: 'Acme' });
  for (const module of ['welcome', 'smsa']) {
    await server.operate('PUT', `tenants/acme/apps/${module}`, { name: module, new: true });
  }
  const added = await server.operate('POST', 'tenants/acme/groups', { name: 'Drivers' });
  group = v.parse(createdGroupSchema, await added.json()).id;
});

const ask = (token: string, body: object) => server.call('POST', '/api/tenants/acme/access-requests', { token, body });

const grants: Readonly<Record<string, (email: string) => Promise<() => Promise<Response>>>> = {
  'by the grid': async (email) => () =>
    server.operate('PATCH', 'tenants/acme/access', { grant: [{ email, module: 'smsa' }] }),
  'by a group': async (email) => () =>
    server.operate('PATCH', `tenants/acme/groups/${group}`, { add_members: [email] }),
  'by an invitation': async (email) => {
    const request = { text: email, modules: ['smsa'] };
    const planned = await server.operate('POST', 'tenants/acme/invitations/plan', request);
    const { digest } = v.parse(invitationPlanSchema, await planned.json());
    return () => server.operate('POST', 'tenants/acme/invitations', { ...request, digest, locale: 'en' });
  },
  'by the answer to a request': async (email) => {
    const { token } = await server.signIn(email, 'correct horse');
    await ask(token, { module: 'smsa' });
    const [request] = await server.database.select().from(accessRequests);
    const answer = { modules: ['smsa'] };
    return () => server.operate('POST', `tenants/acme/access-requests/${request?.id}/answer`, answer);
  },
  'by a request': async (email) => {
    const { token } = await server.signIn(email, 'correct horse');
    return () => ask(token, {});
  },
};

test.each([
  ['by the grid', '404 member-unknown'],
  ['by a group', '404 member-unknown'],
  ['by an invitation', '409 plan-changed'],
  ['by the answer to a request', '404 access-request-unknown'],
  ['by a request', '404 tenant-unknown'],
])('a grant %s, while the member is removed, gives nothing', async (how, error) => {
  const email = `${how.replaceAll(' ', '-')}@acme.test`;
  await server.operate('POST', 'users', { email, name: 'Member', password: 'correct horse' });
  await server.operate('PUT', `tenants/acme/apps/welcome/users/${email}`, {});
  const { id: userId } = await requireUser(server.database, email);
  const grant = await grants[how]?.(email);
  let answer: Promise<Response> | undefined;
  await server.database.transaction(async (tx) => {
    await removeMember(tx, { userId, tenant: 'acme' }, server.now());
    answer = grant?.();
    // Another connection: PostgreSQL reads the activity once in a transaction.
    await waitFor(async () => {
      const activity = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      const { rows } = v.parse(rowsSchema, await server.database.execute(activity));
      return rows.length > 0 ? true : undefined;
    });
  });
  const response = await answer;
  expect(response && (await readError(response))).toBe(error);
  const isTheirs = and(eq(tenantMembers.userId, userId), eq(tenantMembers.tenant, 'acme'));
  expect(await server.database.$count(tenantMembers, isTheirs)).toBe(0);
  expect(await server.database.$count(effectiveGrants, eq(effectiveGrants.userId, userId))).toBe(0);
});

import {
  type AuditQuery,
  type AuditRecord,
  auditQuerySchema,
  auditRecordListSchema,
} from '@portico/contract/administration';
import { aliasedTable, and, asc, desc, eq, gte, lte, ne, not, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { byTenantSchema, uuidSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { tenantMembers, users } from '../account-tables';
import { requireTenant } from '../accounts/tenant-repository';
import { auditRecords } from '../audit-tables';
import type { IdentityServices } from '../identity-services';

/** `GET /audit` and `GET /tenants/:tenant/audit`: a page of the log, or of the records of one tenant. */
export function registerAuditRoutes(app: ApiScope, { database }: IdentityServices): void {
  const schema = { querystring: auditQuerySchema, response: { 200: auditRecordListSchema } };
  app.get('/audit', { schema }, ({ query }) => listAuditRecords(database, query));

  app.get(
    '/tenants/:tenant/audit',
    { config: { permission: 'audit.read' }, schema: { params: byTenantSchema, ...schema } },
    async ({ params: { tenant }, query }) => {
      await requireTenant(database, tenant);
      return listAuditRecords(database, { ...query, tenant }, true);
    },
  );
}

/**
 * Lists a page of records by time, with the e-mails of the users who still exist.
 * @param hidesStrangers whether a user who is no member looks unknown if a visitor typed the e-mail: an administrator could
 * otherwise type e-mails at their own host to find users of other tenants
 */
export async function listAuditRecords(
  executor: Executor,
  query: AuditQuery,
  hidesStrangers = false,
): Promise<AuditRecord[]> {
  const { action, actor, after, before, limit, newest, reads, since, tenant, until, user } = query;
  const { at, id } = auditRecords;
  const [isLater, isEarlier] = [
    since &&
      (after === undefined ? gte(at, since) : sql`(${at}, ${id}) > (${since.toISOString()}::timestamptz, ${after})`),
    until &&
      (before === undefined ? lte(at, until) : sql`(${at}, ${id}) < (${until.toISOString()}::timestamptz, ${before})`),
  ];
  const isStranger = hidesStrangers
    ? sql<boolean>`(${auditRecords.actor} = 'visitor' and not exists (select from ${tenantMembers}
        where ${tenantMembers.tenant} = ${tenant ?? ''} and ${tenantMembers.userId} = ${auditRecords.userId}))`
    : sql<boolean>`false`;
  const inOrder = newest ? desc : asc;
  const actors = aliasedTable(users, 'actors');
  const rows = await executor
    .select({ record: auditRecords, email: users.email, actorEmail: actors.email, isStranger })
    .from(auditRecords)
    .leftJoin(users, eq(users.id, auditRecords.userId))
    .leftJoin(actors, eq(actors.id, auditRecords.actorId))
    .where(
      and(
        isLater,
        isEarlier,
        tenant === undefined ? undefined : eq(auditRecords.tenant, tenant),
        action === undefined ? undefined : eq(sql`${auditRecords.action}`, action),
        user === undefined ? undefined : and(eq(auditRecords.userId, findUserId(executor, user)), not(isStranger)),
        actor === undefined ? undefined : matchesActor(executor, actor),
        reads || action !== undefined ? undefined : ne(auditRecords.action, 'operator-read'),
      ),
    )
    .orderBy(inOrder(at), inOrder(id))
    .limit(limit);
  return rows.map(({ record, email, actorEmail, isStranger }) => ({
    id: record.id,
    at: record.at.toISOString(),
    action: record.action,
    actor: { kind: record.actor, id: record.actorId, name: record.actorName ?? actorEmail },
    user: record.userId === null || isStranger ? null : { id: record.userId, email },
    account: record.account,
    tenant: record.tenant,
    target: record.target,
    details: isStranger ? hideAccount(record.details) : record.details,
    address: record.address,
    request_id: record.requestId,
  }));
}

const accountReasons: readonly unknown[] = ['not-a-member', 'suspended', 'disabled'];

/** Replaces the reasons of refused sign-ins that only users have. */
function hideAccount(details: AuditRecord['details']): AuditRecord['details'] {
  const { reason } = details;
  return accountReasons.includes(reason) ? { ...details, reason: 'user-unknown' } : details;
}

/** @param actor an e-mail, the id of a user or a team token, or a kind of actors */
function matchesActor(executor: Executor, actor: string): SQL {
  const isKind = !actor.includes('@') && !v.is(uuidSchema, actor);
  return isKind ? eq(sql`${auditRecords.actor}`, actor) : eq(auditRecords.actorId, findUserId(executor, actor));
}

/** @param user an e-mail or an id; the id finds the records of a deleted user */
function findUserId(executor: Executor, user: string): SQL {
  if (v.is(uuidSchema, user)) return sql`${user}::uuid`;
  return sql`${executor.select({ id: users.id }).from(users).where(eq(users.email, user))}`;
}

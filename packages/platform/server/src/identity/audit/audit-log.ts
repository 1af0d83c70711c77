import type { AuditRecord } from '@portico/contract';
import { aliasedTable, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { auditRecords, users } from '../identity-tables';
import type { AuditEntry, CallOrigin } from './audit-entry';

export function readCallOrigin({ id: requestId, ip }: FastifyRequest): CallOrigin {
  return { ip, requestId };
}

/** Of an action of users on their own account: who did it, from where, and whom it is about. */
export function describeOwnAction(userId: string, origin: CallOrigin) {
  return { actor: { kind: 'user', id: userId }, origin, userId } as const;
}

/**
 * Appends a record, with one statement.
 * @param executor the transaction of the change
 */
export async function recordAudit(
  executor: Executor,
  at: Date,
  { action, actor, details = {}, origin, target, tenant, typed, userId }: AuditEntry,
): Promise<void> {
  const ofTyped = typed && executor.select({ id: users.id }).from(users).where(eq(users.email, typed.email));
  await executor.insert(auditRecords).values({
    at,
    action,
    actor: actor.kind,
    actorId: actor.id ?? null,
    actorName: actor.name ?? null,
    userId: ofTyped ? sql`(${ofTyped})` : (userId ?? null),
    account: typed?.hash ?? null,
    tenant: tenant ?? null,
    target: target ?? null,
    details,
    address: origin?.ip ?? null,
    requestId: origin?.requestId ?? null,
  });
}

/** A page of the log starts after this place. */
interface AuditPlace {
  readonly since: Date;
  /** The id of a record at `since`; 0 for all of that time. */
  readonly after: number;
}

/** Lists records in the order of their time, with the e-mails of the users who still exist. */
export async function listAuditRecords(
  executor: Executor,
  { since, after }: AuditPlace,
  limit: number,
): Promise<AuditRecord[]> {
  const actors = aliasedTable(users, 'actors');
  const rows = await executor
    .select({ record: auditRecords, email: users.email, actorEmail: actors.email })
    .from(auditRecords)
    .leftJoin(users, eq(users.id, auditRecords.userId))
    .leftJoin(actors, eq(actors.id, auditRecords.actorId))
    .where(sql`(${auditRecords.at}, ${auditRecords.id}) > (${since.toISOString()}::timestamptz, ${after}::bigint)`)
    .orderBy(asc(auditRecords.at), asc(auditRecords.id))
    .limit(limit);
  return rows.map(({ record, email, actorEmail }) => ({
    id: record.id,
    at: record.at.toISOString(),
    action: record.action,
    actor: { kind: record.actor, id: record.actorId, name: record.actorName ?? actorEmail },
    user: record.userId === null ? null : { id: record.userId, email },
    account: record.account,
    tenant: record.tenant,
    target: record.target,
    details: record.details,
    address: record.address,
    request_id: record.requestId,
  }));
}

const deletedAtOnce = 1_000;

/**
 * Deletes a batch of the records from before a time. The database refuses that for the last 30 days.
 * @returns whether there may be more
 */
export async function deleteAuditRecords(database: Executor, before: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`set local portico.audit_retention = 'on'`);
    const old = tx
      .select({ id: auditRecords.id })
      .from(auditRecords)
      .where(lt(auditRecords.at, before))
      .orderBy(asc(auditRecords.at), asc(auditRecords.id))
      .limit(deletedAtOnce);
    const deleted = await tx
      .delete(auditRecords)
      .where(inArray(auditRecords.id, old))
      .returning({ id: auditRecords.id });
    return deleted.length === deletedAtOnce;
  });
}

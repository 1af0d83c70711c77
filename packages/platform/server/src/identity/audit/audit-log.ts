import type { AuditAction } from '@portico/contract/administration';
import { eq, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { deleteBatch } from '../../database/delete-batch';
import { users } from '../account-tables';
import { auditRecords } from '../audit-tables';
import type { Actor, AuditEntry, CallOrigin } from './audit-entry';

/** The parts of a request that the audit log reads. */
export type RecordedRequest = Pick<FastifyRequest, 'headers' | 'id' | 'ip'>;

export function readCallOrigin({ headers, id: requestId, ip }: RecordedRequest): CallOrigin {
  return { ip, requestId, userAgent: headers['user-agent']?.slice(0, 400) ?? '' };
}

const actors = new WeakMap<FastifyRequest, Actor>();

/** Stores who makes a call, for its audit records. */
export function setActor(request: FastifyRequest, actor: Actor): void {
  actors.set(request, actor);
}

/** Returns who makes a call: a visitor until the call is authenticated. */
export function getActor(request: FastifyRequest): Actor {
  return actors.get(request) ?? { kind: 'visitor' };
}

export type CallEntry = Omit<AuditEntry, 'actor' | 'origin'>;

/** Records an action of the caller. */
export function recordCall(executor: Executor, at: Date, request: FastifyRequest, entry: CallEntry): Promise<void> {
  return recordAudit(executor, at, { ...entry, actor: getActor(request), origin: readCallOrigin(request) });
}

/** A user, and the tenant in which they act; a session has both. */
export interface ActingUser {
  readonly userId: string;
  readonly tenant: string | null;
}

/** Records an action of a user on their own account. */
export function recordOwnAction(
  executor: Executor,
  at: Date,
  request: RecordedRequest,
  { tenant, userId }: ActingUser,
  action: AuditAction,
  about: Pick<AuditEntry, 'details' | 'target'> = {},
): Promise<void> {
  const by = { actor: { kind: 'user', id: userId }, origin: readCallOrigin(request), userId } as const;
  return recordAudit(executor, at, { action, ...by, tenant, ...about });
}

/** Appends records with one statement, in the transaction of the change. */
export async function recordAudit(executor: Executor, at: Date, ...entries: readonly AuditEntry[]): Promise<void> {
  await executor.insert(auditRecords).values(entries.map((entry) => toRow(executor, at, entry)));
}

function toRow(
  executor: Executor,
  at: Date,
  { action, actor, details = {}, origin, target, tenant, typed, userId }: AuditEntry,
) {
  const typedUser = typed && executor.select({ id: users.id }).from(users).where(eq(users.email, typed.email));
  return {
    at,
    action,
    actor: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    userId: typedUser ? sql`(${typedUser})` : userId,
    account: typed?.hash,
    tenant: tenant || undefined,
    target,
    details,
    address: origin?.ip,
    requestId: origin?.requestId,
  };
}

/** Deletes a batch of old records and returns whether there may be more. The database refuses the last 30 days. */
export async function deleteAuditRecords(database: Executor, before: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`set local portico.audit_retention = 'on'`);
    return deleteBatch(tx, auditRecords, [auditRecords.id], lt(auditRecords.at, before));
  });
}

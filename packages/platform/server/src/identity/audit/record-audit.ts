import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { users } from '../tables';
import type { AuditEntry, CallOrigin } from './audit-entry';
import { auditRecords } from './tables';

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

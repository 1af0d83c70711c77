import { and, eq, gte } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { auditRecords } from '../audit-tables';
import { addressChanges, factorRecoveryCodes, passkeys, secondFactors } from '../proof-tables';

/**
 * Deletes the ways to sign in or to return that were added to an account since a time: passkeys, the second factor, recovery
 * codes, and an e-mail that waits for its code.
 */
export async function deleteAddedSince(tx: Executor, userId: string, since: Date): Promise<void> {
  for (const table of [passkeys, secondFactors, addressChanges]) {
    await tx.delete(table).where(and(eq(table.userId, userId), gte(table.createdAt, since)));
  }
  // The rows of recovery codes have no time. The audit log keeps its records longer than a report is possible.
  const { action, at } = auditRecords;
  const isRenewal = and(eq(auditRecords.userId, userId), eq(action, 'recovery-codes-renewed'), gte(at, since));
  if ((await tx.$count(auditRecords, isRenewal)) > 0) {
    await tx.delete(factorRecoveryCodes).where(eq(factorRecoveryCodes.userId, userId));
  }
}

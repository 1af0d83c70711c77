import { and, eq, gte, inArray } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { claimMatches } from '../access-tables';
import { addressChanges, passkeys, secondFactors } from '../proof-tables';
import { userIdentities } from '../provider-tables';

/**
 * Deletes what was added to an account since a time and lets its owner sign in or return: passkeys, the second factor,
 * accounts at providers with the access that their claims give, and an e-mail that waits for its code.
 */
export async function deleteAddedSince(tx: Executor, userId: string, since: Date): Promise<void> {
  for (const table of [passkeys, secondFactors, addressChanges]) {
    await tx.delete(table).where(and(eq(table.userId, userId), gte(table.createdAt, since)));
  }
  const { createdAt, providerId } = userIdentities;
  const isAdded = and(eq(userIdentities.userId, userId), gte(createdAt, since));
  const identities = await tx.delete(userIdentities).where(isAdded).returning({ providerId });
  const providerIds = identities.map((identity) => identity.providerId);
  await tx
    .delete(claimMatches)
    .where(and(eq(claimMatches.userId, userId), inArray(claimMatches.providerId, providerIds)));
}

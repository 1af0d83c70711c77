import { randomBytes, randomUUID } from 'node:crypto';
import type { Passkey } from '@portico/contract';
import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { users } from '../account-tables';
import { lockAccount } from '../accounts/user-repository';
import { passkeys } from '../proof-tables';

/** The most passkeys of a user. */
export const passkeysMax = 20;

export type StoredPasskey = typeof passkeys.$inferSelect;

/** The part of a passkey that its registration proves. */
export type VerifiedPasskey = Pick<StoredPasskey, 'credentialId' | 'host' | 'userHandle' | 'publicKey' | 'counter'>;

/** Lists the passkeys of a user, the newest first. */
export function listPasskeys(executor: Executor, userId: string): Promise<StoredPasskey[]> {
  return executor
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));
}

/** Returns what the API shows users of their passkeys. */
export function describePasskey({ blockedAt, createdAt, host, id, lastUsedAt, name }: StoredPasskey): Passkey {
  return {
    id,
    name,
    host,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    is_blocked: blockedAt !== null,
  };
}

/** Draws a user handle of 256 random bits. */
export function createUserHandle(): string {
  return randomBytes(32).toString('base64url');
}

/** Lists the hosts at which a user has a passkey that works. */
export async function listHostsWithPasskey(executor: Executor, userId: string): Promise<string[]> {
  const isWorking = and(eq(passkeys.userId, userId), isNull(passkeys.blockedAt));
  const rows = await executor.selectDistinct({ host: passkeys.host }).from(passkeys).where(isWorking);
  return rows.map(({ host }) => host);
}

/** Adds a passkey; throws ApiError 409 if it is registered already, or if the user has the most. */
export async function insertPasskey(
  tx: Executor,
  passkey: VerifiedPasskey & Pick<StoredPasskey, 'userId' | 'name'>,
  now: Date,
): Promise<StoredPasskey> {
  // Concurrent calls count one after the other.
  await lockAccount(tx, passkey.userId);
  const count = await tx.$count(passkeys, eq(passkeys.userId, passkey.userId));
  if (count >= passkeysMax) throw new ApiError(409, 'passkeys-full', { values: { max: String(passkeysMax) } });
  const [added] = await tx
    .insert(passkeys)
    .values({ id: randomUUID(), createdAt: now, ...passkey })
    .onConflictDoNothing()
    .returning();
  if (added === undefined) throw new ApiError(409, 'passkey-exists');
  return added;
}

/** Finds a passkey and its user by the id that the authenticator gave it. */
export async function findPasskey(executor: Executor, credentialId: string) {
  const [found] = await executor
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return found;
}

/**
 * Stores the counter of a signature. Authenticators without a counter always send 0.
 * @returns false if the counter does not grow, or if the passkey was removed or blocked meanwhile
 */
export async function countUse(tx: Executor, id: string, counter: number, now: Date): Promise<boolean> {
  const hasGrown = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const counted = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), isNull(passkeys.blockedAt), hasGrown))
    .returning();
  return counted.length > 0;
}

/** Blocks a passkey of which there may be a copy; returns false if it was removed or blocked meanwhile. */
export async function blockPasskey(tx: Executor, id: string, now: Date): Promise<boolean> {
  const isWorking = and(eq(passkeys.id, id), isNull(passkeys.blockedAt));
  return (await tx.update(passkeys).set({ blockedAt: now }).where(isWorking).returning()).length > 0;
}

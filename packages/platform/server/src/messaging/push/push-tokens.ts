import { and, desc, eq, gt, inArray, isNull, lt, notInArray } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { sessions, users } from '../../identity/identity-tables';
import { hashToken } from '../../identity/sessions/secret-tokens';
import { pushTokens } from '../messaging-tables';

/** The number of browsers of a user that get pushes: the last registered ones. */
export const pushTokensPerUser = 20;

const batchSize = 1_000;

/** The push token of a browser, and its user. */
export interface PushAddress {
  readonly token: string;
  readonly email: string;
}

/** Binds the token to this user and session, and unbinds it from any other: a browser has one user at a time. */
export async function registerPushToken(
  executor: Executor,
  { token, ...owner }: Omit<typeof pushTokens.$inferInsert, 'hash' | 'registeredAt'>,
  now: Date,
): Promise<void> {
  const binding = { ...owner, registeredAt: now };
  await executor
    .insert(pushTokens)
    .values({ hash: hashToken(token), token, ...binding })
    .onConflictDoUpdate({ target: pushTokens.hash, set: binding });
  const kept = executor
    .select({ hash: pushTokens.hash })
    .from(pushTokens)
    .where(eq(pushTokens.userId, owner.userId))
    .orderBy(desc(pushTokens.registeredAt))
    .limit(pushTokensPerUser);
  await executor.delete(pushTokens).where(and(eq(pushTokens.userId, owner.userId), notInArray(pushTokens.hash, kept)));
}

/** Deletes a token of the user, but none of another user. */
export async function unregisterPushToken(executor: Executor, userId: string, token: string): Promise<void> {
  await executor.delete(pushTokens).where(and(eq(pushTokens.hash, hashToken(token)), eq(pushTokens.userId, userId)));
}

/** Deletes a token that the push service no longer knows. */
export async function deletePushToken(executor: Executor, token: string): Promise<void> {
  await executor.delete(pushTokens).where(eq(pushTokens.hash, hashToken(token)));
}

/**
 * Lists the browsers of these users with a live session: nobody gets pushes after signing out.
 * @param since when they were registered last, at the earliest
 */
export async function listPushAddresses(
  executor: Executor,
  userIds: readonly string[],
  since: Date,
  now: Date,
): Promise<PushAddress[]> {
  if (userIds.length === 0) return [];
  return executor
    .select({ token: pushTokens.token, email: users.email })
    .from(pushTokens)
    .innerJoin(sessions, eq(sessions.id, pushTokens.sessionId))
    .innerJoin(users, eq(users.id, pushTokens.userId))
    .where(
      and(
        inArray(pushTokens.userId, [...userIds]),
        gt(pushTokens.registeredAt, since),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
        isNull(users.disabledAt),
      ),
    );
}

/**
 * Deletes a batch of the tokens that were last registered before this. Tokens of ended sessions go with their session,
 * by a trigger.
 * @returns whether there may be more
 */
export async function deleteStalePushTokens(executor: Executor, before: Date): Promise<boolean> {
  const stale = executor
    .select({ hash: pushTokens.hash })
    .from(pushTokens)
    .where(lt(pushTokens.registeredAt, before))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  const deleted = await executor
    .delete(pushTokens)
    .where(inArray(pushTokens.hash, stale))
    .returning({ hash: pushTokens.hash });
  return deleted.length === batchSize;
}

import { createHash } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, notInArray } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { after } from '../../identity/sessions/lifetimes';
import { sessions, users } from '../../identity/tables';
import { pushTokens } from '../tables';

const day = 24 * 60 * 60 * 1000;

/** Browsers register every 7 days. After this time without a registration a token is deleted. */
const pushTokenLifetime = 60 * day;

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
    .values({ hash: getHash(token), token, ...binding })
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
  await executor.delete(pushTokens).where(and(eq(pushTokens.hash, getHash(token)), eq(pushTokens.userId, userId)));
}

/** Deletes a token that the push service no longer knows. */
export async function deletePushToken(executor: Executor, token: string): Promise<void> {
  await executor.delete(pushTokens).where(eq(pushTokens.hash, getHash(token)));
}

/** Lists the browsers of these users with a live session: nobody gets pushes after signing out. */
export async function listPushAddresses(
  executor: Executor,
  userIds: readonly string[],
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
        gt(pushTokens.registeredAt, oldest(now)),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
        isNull(users.disabledAt),
      ),
    );
}

/** Deletes tokens that were not renewed, in batches. Tokens of ended sessions go with their session, by a trigger. */
export async function deleteStalePushTokens(executor: Executor, now: Date): Promise<void> {
  const stale = executor
    .select({ hash: pushTokens.hash })
    .from(pushTokens)
    .where(lt(pushTokens.registeredAt, oldest(now)))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  await executor.delete(pushTokens).where(inArray(pushTokens.hash, stale));
}

function oldest(now: Date): Date {
  return after(now, -pushTokenLifetime);
}

function getHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

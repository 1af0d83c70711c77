import { createHash } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, notInArray, or } from 'drizzle-orm';
import { after } from '../auth/lifetimes';
import type { Executor } from '../database/database';
import { pushTokens, sessions, users } from '../database/tables';
import type { PushAddress } from './push-sender';

const day = 24 * 60 * 60 * 1000;

/** Browsers register every 7 days; one that has not for so long is gone, or its user is. */
export const pushTokenLifetime = 60 * day;

/** How many browsers of a user get pushes: the last registered. */
export const pushTokensPerUser = 20;

const sweptAtOnce = 1_000;

export interface PushRegistration {
  readonly token: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** Binds the token to this user and session, whosever it was: one browser has one user at a time. */
export async function registerPushToken(
  executor: Executor,
  { token, ...owner }: PushRegistration,
  now: Date,
): Promise<void> {
  const binding = { ...owner, registeredAt: now };
  await executor
    .insert(pushTokens)
    .values({ hash: hashOf(token), token, ...binding })
    .onConflictDoUpdate({ target: pushTokens.hash, set: binding });
  const kept = executor
    .select({ hash: pushTokens.hash })
    .from(pushTokens)
    .where(eq(pushTokens.userId, owner.userId))
    .orderBy(desc(pushTokens.registeredAt))
    .limit(pushTokensPerUser);
  await executor.delete(pushTokens).where(and(eq(pushTokens.userId, owner.userId), notInArray(pushTokens.hash, kept)));
}

/** Forgets a token of the user; another's stays. */
export async function unregisterPushToken(executor: Executor, userId: string, token: string): Promise<void> {
  await executor.delete(pushTokens).where(and(eq(pushTokens.hash, hashOf(token)), eq(pushTokens.userId, userId)));
}

/** Forgets a token that the push service no longer knows. */
export async function deletePushToken(executor: Executor, token: string): Promise<void> {
  await executor.delete(pushTokens).where(eq(pushTokens.hash, hashOf(token)));
}

/** The browsers of these users whose session is live: who signed out, wherever and however, gets nothing. */
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

/** Forgets tokens that nobody renews, and those of sessions that have ended; some at a time. */
export async function deleteStalePushTokens(executor: Executor, now: Date): Promise<void> {
  const stale = executor
    .select({ hash: pushTokens.hash })
    .from(pushTokens)
    .innerJoin(sessions, eq(sessions.id, pushTokens.sessionId))
    .where(or(lt(pushTokens.registeredAt, oldest(now)), isNotNull(sessions.endedAt), lt(sessions.expiresAt, now)))
    .limit(sweptAtOnce)
    .for('update', { skipLocked: true, of: pushTokens });
  await executor.delete(pushTokens).where(inArray(pushTokens.hash, stale));
}

function oldest(now: Date): Date {
  return after(now, -pushTokenLifetime);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

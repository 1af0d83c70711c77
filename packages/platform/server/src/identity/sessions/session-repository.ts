import { and, desc, eq, gt, gte, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { refreshTokens, sessions, users } from '../identity-tables';
import { lifetimes } from './lifetimes';

export type Session = typeof sessions.$inferSelect;

/** Returns the ids of the sessions that are live. */
export async function listLiveSessionIds(executor: Executor, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await executor
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, [...ids]), isLive(now)));
  return rows.map(({ id }) => id);
}

/** Finds a session that has neither ended nor expired, and whose user is not disabled. */
export async function findLiveSession(executor: Executor, id: string, now: Date) {
  const [found] = await executor
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), isLive(now)));
  return found;
}

/** Finds live sessions by refresh tokens that neither expired nor were stolen. Does not use the tokens up. */
export function findLiveSessionsByRefreshTokens(executor: Executor, hashes: readonly string[], now: Date) {
  const { rotatedAt } = refreshTokens;
  const isNotStolen = or(isNull(rotatedAt), gte(rotatedAt, addMilliseconds(now, -lifetimes.replayTolerance)));
  return executor
    .select({ session: sessions, user: users, refreshToken: refreshTokens })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(refreshTokens.hash, [...hashes]), gt(refreshTokens.expiresAt, now), isNotStolen, isLive(now)));
}

/**
 * Lists the sessions of a user that can still be refreshed, the most recently used first.
 * @param tenant lists only those valid there; null for all
 */
export function listLiveSessions(
  executor: Executor,
  userId: string,
  tenant: string | null,
  now: Date,
): Promise<Session[]> {
  const isHere = tenant === null ? undefined : or(isNull(sessions.tenant), eq(sessions.tenant, tenant));
  return executor
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isHere, isRefreshable(now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
}

/** Counts the sessions of all users that can still be refreshed. */
export async function countLiveSessions(executor: Executor, now: Date): Promise<number> {
  return executor.$count(sessions, isRefreshable(now));
}

/** Ends a session that is neither ended nor expired, only of `ownerId` if given; returns its user and tenant. */
export async function endSession(executor: Executor, id: string, now: Date, ownerId?: string) {
  const isOwned = ownerId === undefined ? undefined : eq(sessions.userId, ownerId);
  const [ended] = await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, id), isOwned, isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .returning({ userId: sessions.userId, tenant: sessions.tenant });
  return ended;
}

/** Ends the sessions of a user in a tenant, which they leave. */
export async function endSessionsInTenant(executor: Executor, userId: string, tenant: string, now: Date) {
  await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), eq(sessions.tenant, tenant), isNull(sessions.endedAt)));
}

/** Ends all sessions of a user, except one. */
export async function endSessionsOfUser(executor: Executor, userId: string, now: Date, exceptId?: string) {
  const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), isOther));
}

function isLive(now: Date) {
  return and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), isNull(users.disabledAt));
}

function isRefreshable(now: Date) {
  const idleSince = addMilliseconds(now, -lifetimes.refreshToken);
  return and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), gt(sessions.lastUsedAt, idleSince));
}

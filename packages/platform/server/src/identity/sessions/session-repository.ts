import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { refreshTokens, sessions, users } from '../identity-tables';
import { lifetimes } from './lifetimes';
import type { SessionOrigin } from './session-origin';

export type Session = typeof sessions.$inferSelect;

const batchSize = 100;

export async function insertSession(
  executor: Executor,
  userId: string,
  { ip, userAgent }: SessionOrigin,
  now: Date,
): Promise<Session> {
  const expiresAt = addMilliseconds(now, lifetimes.session);
  const session = {
    id: randomUUID(),
    userId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
    userAgent,
    ip,
    endedAt: null,
  };
  await executor.insert(sessions).values(session);
  return session;
}

/** Filters the live sessions. */
export async function listLiveSessionIds(executor: Executor, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await executor
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, [...ids]), isLive(now)));
  return rows.map(({ id }) => id);
}

/** Finds a session that has not ended or expired and whose user is not disabled. */
export async function findLiveSession(executor: Executor, id: string, now: Date) {
  const [found] = await executor
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), isLive(now)));
  return found;
}

/** Like `findLiveSession`, by the hashes of refresh tokens that have not expired. */
export function findLiveSessionsByRefreshTokens(executor: Executor, hashes: readonly string[], now: Date) {
  return executor
    .select({ session: sessions, user: users, refreshToken: refreshTokens })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(refreshTokens.hash, [...hashes]), gt(refreshTokens.expiresAt, now), isLive(now)));
}

/** Lists the sessions of a user that can still be refreshed, the last used first. */
export function listLiveSessions(executor: Executor, userId: string, now: Date): Promise<Session[]> {
  return executor
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
        gt(sessions.lastUsedAt, idleSince(now)),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
}

/** Counts the sessions that have not ended, of all users. */
export async function countLiveSessions(executor: Executor, now: Date): Promise<number> {
  const { endedAt, expiresAt, lastUsedAt } = sessions;
  return executor.$count(sessions, and(isNull(endedAt), gt(expiresAt, now), gt(lastUsedAt, idleSince(now))));
}

/** Stores when and from where a session was last used. */
export async function touchSession(executor: Executor, id: string, origin: SessionOrigin, now: Date): Promise<void> {
  await executor
    .update(sessions)
    .set({ lastUsedAt: now, ip: origin.ip, userAgent: origin.userAgent })
    .where(eq(sessions.id, id));
}

/** Returns the id of the session's user, if it had not ended before. */
export async function endSession(executor: Executor, id: string, now: Date): Promise<string | undefined> {
  const [ended] = await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning({ userId: sessions.userId });
  return ended?.userId;
}

/** Ends a live session of the user. Returns `false` if there is no such session. */
export async function endSessionOfUser(executor: Executor, userId: string, id: string, now: Date): Promise<boolean> {
  const ended = await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** @param exceptId a session that stays live */
export async function endSessionsOfUser(
  executor: Executor,
  userId: string,
  now: Date,
  exceptId?: string,
): Promise<void> {
  const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), isOther));
}

/** Deletes sessions that no token can refresh any more, with their refresh tokens, in batches. */
export async function deleteIdleSessions(executor: Executor, now: Date): Promise<void> {
  const idle = executor
    .select({ id: sessions.id })
    .from(sessions)
    .where(lt(sessions.lastUsedAt, idleSince(now)))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  await executor.delete(sessions).where(inArray(sessions.id, idle));
}

function isLive(now: Date) {
  return and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), isNull(users.disabledAt));
}

function idleSince(now: Date): Date {
  return addMilliseconds(now, -lifetimes.refreshToken);
}

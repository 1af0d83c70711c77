import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { sessions, users } from '../database/tables';
import { after, lifetimes } from './lifetimes';

export type Session = typeof sessions.$inferSelect;

/** Where a session was started from. */
export interface SessionOrigin {
  readonly ip: string;
  readonly userAgent: string;
}

export async function insertSession(
  executor: Executor,
  userId: string,
  { ip, userAgent }: SessionOrigin,
  now: Date,
): Promise<Session> {
  const expiresAt = after(now, lifetimes.session);
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

/** A session is live until it ends or expires or its user is disabled. */
export async function findLiveSession(executor: Executor, id: string, now: Date) {
  const [found] = await executor
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt), gt(sessions.expiresAt, now), isNull(users.disabledAt)));
  return found;
}

export async function touchSession(executor: Executor, id: string, now: Date): Promise<void> {
  await executor.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, id));
}

export async function endSession(executor: Executor, id: string, now: Date): Promise<void> {
  await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
}

export async function endSessionsOfUser(executor: Executor, userId: string, now: Date): Promise<void> {
  await executor
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
}

/** Forgets the sessions of a user that no token can reach any more, and their refresh tokens with them. */
export async function deleteDeadSessions(executor: Executor, userId: string, now: Date): Promise<void> {
  const idleSince = after(now, -lifetimes.refreshToken);
  await executor
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), or(lt(sessions.endedAt, idleSince), lt(sessions.lastUsedAt, idleSince))));
}

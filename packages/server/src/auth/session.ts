import type { Executor } from '../database/database';
import { after, lifetimes } from './lifetimes';
import {
  deleteExpiredRefreshTokens,
  findRefreshToken,
  insertRefreshToken,
  type RefreshToken,
  rotateRefreshToken,
} from './refresh-token-repository';
import {
  deleteDeadSessions,
  endSession,
  findLiveSession,
  insertSession,
  type Session,
  type SessionOrigin,
  touchSession,
} from './session-repository';

/** A session and the refresh token, in clear, that continues it. */
export interface ContinuedSession {
  readonly session: Session;
  readonly refreshToken: string;
}

export function startSession(
  database: Executor,
  userId: string,
  origin: SessionOrigin,
  now: Date,
): Promise<ContinuedSession> {
  return database.transaction(async (tx) => {
    await deleteDeadSessions(tx, userId, now);
    const session = await insertSession(tx, userId, origin, now);
    return { session, refreshToken: await insertRefreshToken(tx, session, now) };
  });
}

/**
 * Continues the session of a refresh token and gives it a successor; `undefined` when there is no such session.
 * A replay soon after the first use counts as that use; later it means a theft and ends the session.
 */
export function refreshSession(database: Executor, token: string, now: Date): Promise<ContinuedSession | undefined> {
  return database.transaction(async (tx) => {
    const stored = await findRefreshToken(tx, token);
    if (stored === undefined || stored.expiresAt <= now) return undefined;
    if (isStolen(stored, now)) {
      await endSession(tx, stored.sessionId, now);
      return undefined;
    }
    const live = await findLiveSession(tx, stored.sessionId, now);
    if (live === undefined) return undefined;

    await rotateRefreshToken(tx, stored, now);
    await deleteExpiredRefreshTokens(tx, live.session.id, now);
    await touchSession(tx, live.session.id, now);
    return { session: live.session, refreshToken: await insertRefreshToken(tx, live.session, now) };
  });
}

/** The live session of a refresh token that could be used now, without using it. */
export async function sessionOfRefreshToken(
  database: Executor,
  token: string,
  now: Date,
): Promise<Session | undefined> {
  const stored = await findRefreshToken(database, token);
  if (stored === undefined || stored.expiresAt <= now || isStolen(stored, now)) return undefined;
  return (await findLiveSession(database, stored.sessionId, now))?.session;
}

function isStolen(token: RefreshToken, now: Date): boolean {
  return token.rotatedAt !== null && after(token.rotatedAt, lifetimes.replayTolerance) < now;
}

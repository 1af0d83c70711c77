import { isPasswordHashCurrent, type User } from '../accounts/user-repository';
import type { Executor } from '../database/database';
import { after, lifetimes } from './lifetimes';
import {
  deleteExpiredRefreshTokens,
  findRefreshToken,
  insertRefreshToken,
  type NewRefreshToken,
  type RefreshToken,
  rotateRefreshToken,
} from './refresh-token-repository';
import type { SessionOrigin } from './session-origin';
import { endSession, findLiveSession, insertSession, type Session, touchSession } from './session-repository';

/** A session and the refresh token that continues it. */
export interface ContinuedSession {
  readonly session: Session;
  readonly user: User;
  readonly refreshToken: NewRefreshToken;
}

/**
 * Starts a session of a user whose password was just verified; `undefined` when it was changed, or the user
 * disabled, meanwhile: either ends the sessions there are, and this one would come after.
 */
export function startSession(
  database: Executor,
  user: User,
  origin: SessionOrigin,
  now: Date,
): Promise<ContinuedSession | undefined> {
  return database.transaction(async (tx) => {
    if (!(await isPasswordHashCurrent(tx, user))) return undefined;
    const session = await insertSession(tx, user.id, origin, now);
    return { session, user, refreshToken: await insertRefreshToken(tx, session, now) };
  });
}

/**
 * Continues the session of a refresh token and gives it a successor; `undefined` when there is no such session.
 * A replay soon after the first use counts as that use; later it means a theft and ends the session.
 */
export function refreshSession(
  database: Executor,
  token: string,
  origin: SessionOrigin,
  now: Date,
): Promise<ContinuedSession | undefined> {
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
    await touchSession(tx, live.session.id, origin, now);
    return { ...live, refreshToken: await insertRefreshToken(tx, live.session, now) };
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

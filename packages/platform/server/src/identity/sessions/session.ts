import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { isPasswordHashCurrent, type User } from '../accounts/user-repository';
import type { CallOrigin } from '../audit/audit-entry';
import { describeOwnAction, recordAudit } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import type { AccessTokens } from './access-token';
import { lifetimes } from './lifetimes';
import {
  continueChain,
  deleteExpiredRefreshTokens,
  findRefreshToken,
  insertRefreshToken,
  type NewRefreshToken,
  type RefreshToken,
} from './refresh-token-repository';
import { hashToken } from './secret-tokens';
import type { SessionOrigin } from './session-origin';
import {
  endSession,
  findLiveSession,
  findLiveSessionsByRefreshTokens,
  insertSession,
  type Session,
  touchSession,
} from './session-repository';

/** A live session and its user. */
interface LiveSession {
  readonly session: Session;
  readonly user: User;
}

/** A live session and the refresh token that it was found by. */
export interface UsableSession extends LiveSession {
  readonly refreshToken: RefreshToken;
}

/** A session and its next refresh token. */
export interface ContinuedSession extends LiveSession {
  readonly refreshToken: NewRefreshToken;
}

/**
 * Starts a session for a user whose password was just verified. Returns `undefined` if the password was changed or the
 * user disabled meanwhile: that ended all sessions, and this one would come after.
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
    await recordAudit(tx, now, { action: 'sign-in', ...describeOwnAction(user.id, origin) });
    return { session, user, refreshToken: await insertRefreshToken(tx, session, now) };
  });
}

/**
 * Refreshes the session of a refresh token. Returns `undefined` if there is no live session. A replay within 30 s of
 * the first use is accepted, and gets the same next token; a later one means theft and ends the session.
 * @throws TooManyTriesError
 */
export function refreshSession(
  { database, now, sign, throttle }: Pick<IdentityServices, 'database' | 'now' | 'sign' | 'throttle'>,
  token: string,
  origin: SessionOrigin,
): Promise<ContinuedSession | undefined> {
  const time = now();
  return database.transaction(async (tx) => {
    const stored = await findRefreshToken(tx, token);
    if (stored === undefined || stored.expiresAt <= time) return undefined;
    if (isStolen(stored, time)) {
      const userId = await endSession(tx, stored.sessionId, time);
      const actor = { kind: 'visitor' } as const;
      if (userId) await recordAudit(tx, time, { action: 'refresh-token-replayed', actor, origin, userId });
      return undefined;
    }
    const live = await findLiveSession(tx, stored.sessionId, time);
    if (live === undefined) return undefined;

    await throttle.count(tx, [['refreshOfSession', live.session.id]]);
    const refreshToken = await continueChain(tx, sign, live.session, token, time);
    await deleteExpiredRefreshTokens(tx, live.session.id, time);
    await touchSession(tx, live.session.id, origin, time);
    return { ...live, refreshToken };
  });
}

/** Finds the live session of a usable refresh token, and its user, without using the token. */
export async function findSessionByRefreshToken(
  database: Executor,
  token: string,
  now: Date,
): Promise<LiveSession | undefined> {
  const [found] = await findLiveSessionsByRefreshTokens(database, [hashToken(token)], now);
  return found !== undefined && isUsable(found, now) ? found : undefined;
}

/** Whether neither the session nor the refresh token has expired, and the token is not stolen. */
export function isUsable({ session, refreshToken }: UsableSession, now: Date): boolean {
  return session.expiresAt > now && refreshToken.expiresAt > now && !isStolen(refreshToken, now);
}

/** Issues an access token for all calls of the session, unlike an exchanged one. */
export function issueSessionToken(accessTokens: AccessTokens, { session, user }: LiveSession): Promise<string> {
  return accessTokens.issue({ sub: user.id, sid: session.id }, user.email);
}

function isStolen(token: RefreshToken, now: Date): boolean {
  return token.rotatedAt !== null && addMilliseconds(token.rotatedAt, lifetimes.replayTolerance) < now;
}

/** Ends a session because its browser leaves it. Does nothing if it has ended before. */
export async function signOut(database: Executor, sessionId: string, origin: CallOrigin, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const userId = await endSession(tx, sessionId, now);
    if (userId === undefined) return;
    await recordAudit(tx, now, { action: 'sign-out', ...describeOwnAction(userId, origin) });
  });
}

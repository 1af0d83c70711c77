import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { refreshTokens } from '../identity-tables';
import type { Sign } from './browser-marks';
import { lifetimes } from './lifetimes';
import { createSecretToken, hashToken } from './secret-tokens';
import type { Session } from './session-repository';

export type RefreshToken = typeof refreshTokens.$inferSelect;

/** A refresh token in clear text, and when it expires. */
export interface NewRefreshToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Creates a refresh token, which expires with its session at the latest. Does nothing if another call has just created
 * the same token.
 * @param token by default the first one of a session
 */
export async function insertRefreshToken(
  executor: Executor,
  session: Session,
  now: Date,
  token = createSecretToken(),
): Promise<NewRefreshToken> {
  const idleLimit = addMilliseconds(now, lifetimes.refreshToken);
  const expiresAt = new Date(Math.min(idleLimit.getTime(), session.expiresAt.getTime()));
  await executor
    .insert(refreshTokens)
    .values({ hash: hashToken(token), sessionId: session.id, createdAt: now, expiresAt })
    .onConflictDoNothing();
  return { token, expiresAt };
}

/**
 * Uses a token and returns the last one of its chain. The next token is computed from the one before, so all who use a
 * token get the same one: a copied token has no branch of its own.
 */
export async function continueChain(
  executor: Executor,
  sign: Sign,
  session: Session,
  token: string,
  now: Date,
): Promise<NewRefreshToken> {
  const next = sign('refresh-token', token);
  const found = await findRefreshToken(executor, next);
  if (found?.rotatedAt) return continueChain(executor, sign, session, next, now);
  // Keeps the time of its first use.
  await executor
    .update(refreshTokens)
    .set({ rotatedAt: now })
    .where(and(eq(refreshTokens.hash, hashToken(token)), isNull(refreshTokens.rotatedAt)));
  return found ? { token: next, expiresAt: found.expiresAt } : insertRefreshToken(executor, session, now, next);
}

export async function findRefreshToken(executor: Executor, token: string): Promise<RefreshToken | undefined> {
  const [found] = await executor
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hashToken(token)));
  return found;
}

export async function deleteExpiredRefreshTokens(executor: Executor, sessionId: string, now: Date): Promise<void> {
  await executor
    .delete(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, sessionId), lt(refreshTokens.expiresAt, now)));
}

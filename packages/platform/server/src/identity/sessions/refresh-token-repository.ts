import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { refreshTokens } from '../tables';
import { after, lifetimes } from './lifetimes';
import { createSecretToken, hashToken } from './secret-token';
import type { Session } from './session-repository';

export type RefreshToken = typeof refreshTokens.$inferSelect;

/** A refresh token in clear text, and when it expires. */
export interface NewRefreshToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Creates a refresh token, which expires with its session at the latest. */
export async function insertRefreshToken(executor: Executor, session: Session, now: Date): Promise<NewRefreshToken> {
  const token = createSecretToken();
  const idleLimit = after(now, lifetimes.refreshToken);
  const expiresAt = new Date(Math.min(idleLimit.getTime(), session.expiresAt.getTime()));
  await executor
    .insert(refreshTokens)
    .values({ hash: hashToken(token), sessionId: session.id, createdAt: now, expiresAt });
  return { token, expiresAt };
}

export async function findRefreshToken(executor: Executor, token: string): Promise<RefreshToken | undefined> {
  const [found] = await executor
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hashToken(token)));
  return found;
}

/** Marks a token as used, and keeps the time of its first use. */
export async function rotateRefreshToken(executor: Executor, token: RefreshToken, now: Date): Promise<void> {
  await executor
    .update(refreshTokens)
    .set({ rotatedAt: now })
    .where(and(eq(refreshTokens.hash, token.hash), isNull(refreshTokens.rotatedAt)));
}

export async function deleteExpiredRefreshTokens(executor: Executor, sessionId: string, now: Date): Promise<void> {
  await executor
    .delete(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, sessionId), lt(refreshTokens.expiresAt, now)));
}

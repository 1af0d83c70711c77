import type { FastifyReply } from 'fastify';
import { findCohort, formatCohort } from './cohort';
import { clearRefreshToken, setRefreshToken } from './refresh-cookie';
import type { NewRefreshToken } from './refresh-token-repository';
import type { Session } from './session-repository';

/**
 * No secret: tells the page and the page host that there is a session to restore, and the page host the user's cohort.
 */
export const sessionCookieName = 'portico-session';

const sessionCookie = { path: '/', sameSite: 'lax' } as const;

/** Both cookies expire with the token. */
export function setSessionCookies(
  reply: FastifyReply,
  { userId }: Session,
  { token, expiresAt }: NewRefreshToken,
  now: Date,
): void {
  const maxAge = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  setRefreshToken(reply, token, maxAge);
  reply.setCookie(sessionCookieName, formatCohort(findCohort(userId)), { ...sessionCookie, maxAge });
}

export function clearSessionCookies(reply: FastifyReply): void {
  clearRefreshToken(reply);
  reply.clearCookie(sessionCookieName, sessionCookie);
}

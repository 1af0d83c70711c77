import type { FastifyReply, FastifyRequest } from 'fastify';
import { findCohort, formatCohort } from './cohort';
import type { NewRefreshToken } from './refresh-token-repository';
import type { Session } from './session-repository';

/** `__Host-`: only this host can set it, over HTTPS. Browsers treat localhost as secure. */
export const refreshCookieName = '__Host-portico-refresh';

/**
 * No secret: tells the page and the page host that there is a session to restore, and the page host the user's cohort.
 */
export const sessionCookieName = 'portico-session';

const refreshCookie = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;
const sessionCookie = { path: '/', sameSite: 'lax' } as const;

export function readRefreshToken(request: FastifyRequest): string | undefined {
  return request.cookies[refreshCookieName] || undefined;
}

/** Both cookies expire with the token. */
export function setSessionCookies(
  reply: FastifyReply,
  { userId }: Session,
  { token, expiresAt }: NewRefreshToken,
  now: Date,
): void {
  const maxAge = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  reply
    .setCookie(refreshCookieName, token, { ...refreshCookie, maxAge })
    .setCookie(sessionCookieName, formatCohort(findCohort(userId)), { ...sessionCookie, maxAge });
}

export function clearSessionCookies(reply: FastifyReply): void {
  reply.clearCookie(refreshCookieName, refreshCookie).clearCookie(sessionCookieName, sessionCookie);
}

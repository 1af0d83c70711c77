import type { FastifyReply, FastifyRequest } from 'fastify';
import { cohortOf, writeCohort } from '../publishing/cohort';
import type { NewRefreshToken } from './refresh-token-repository';
import type { Session } from './session-repository';

/** `__Host-`: set by this host alone and over a secure channel; browsers count localhost as one. */
export const refreshCookieName = '__Host-portico-refresh';

/**
 * Holds no secret: it tells the page host, and the page, that there is a session to restore, and the page host which
 * share of the users it belongs to (publishing/cohort.ts).
 */
export const sessionCookieName = 'portico-session';

const refreshCookie = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;
const sessionCookie = { path: '/', sameSite: 'lax' } as const;

export function refreshTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[refreshCookieName] || undefined;
}

/** Both last as long as the token does. */
export function setSessionCookies(
  reply: FastifyReply,
  { userId }: Session,
  { token, expiresAt }: NewRefreshToken,
  now: Date,
): void {
  const maxAge = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  reply
    .setCookie(refreshCookieName, token, { ...refreshCookie, maxAge })
    .setCookie(sessionCookieName, writeCohort(cohortOf(userId)), { ...sessionCookie, maxAge });
}

export function clearSessionCookies(reply: FastifyReply): void {
  reply.clearCookie(refreshCookieName, refreshCookie).clearCookie(sessionCookieName, sessionCookie);
}

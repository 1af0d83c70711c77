import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NewRefreshToken } from './refresh-token-repository';

/** `__Host-`: set by this host alone and over a secure channel; browsers count localhost as one. */
export const refreshCookieName = '__Host-portico-refresh';

/** Holds no secret: it tells the page host, and the page, that there is a session to restore. */
export const sessionCookieName = 'portico-session';

const refreshCookie = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;
const sessionCookie = { path: '/', sameSite: 'lax' } as const;

export function refreshTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[refreshCookieName] || undefined;
}

/** Both last as long as the token does. */
export function setSessionCookies(reply: FastifyReply, { token, expiresAt }: NewRefreshToken, now: Date): void {
  const maxAge = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  reply
    .setCookie(refreshCookieName, token, { ...refreshCookie, maxAge })
    .setCookie(sessionCookieName, '1', { ...sessionCookie, maxAge });
}

export function clearSessionCookies(reply: FastifyReply): void {
  reply.clearCookie(refreshCookieName, refreshCookie).clearCookie(sessionCookieName, sessionCookie);
}

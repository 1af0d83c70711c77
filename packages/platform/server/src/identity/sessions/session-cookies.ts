import { leaveCookieName } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import { findCohort, formatCohort } from './cohort';
import type { ContinuedSession } from './session';

/** Tells the page that there is a session to restore, and the page host the user's cohort. No secret. */
export const sessionCookieName = 'portico-session';

const sessionCookie = { path: '/', sameSite: 'lax' } as const;

/** Both cookies expire with the token. */
export function setSessionCookies(
  reply: FastifyReply,
  { refreshToken: { token, expiresAt }, user }: ContinuedSession,
  now: Date,
): void {
  const maxAge = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  const { name, attributes } = findCookie(reply.request);
  reply.setCookie(name, token, { ...attributes, maxAge });
  reply.setCookie(sessionCookieName, formatCohort(findCohort(user.id)), { ...sessionCookie, maxAge });
}

/** Lets the page sign the user out at the provider too. No secret: the id of the provider. */
export function setLeaveCookie(reply: FastifyReply, providerId: string): void {
  reply.setCookie(leaveCookieName, providerId, { ...sessionCookie, maxAge: 60 });
}

export function clearLeaveCookie(reply: FastifyReply): void {
  reply.clearCookie(leaveCookieName, sessionCookie);
}

export function clearSessionCookies(reply: FastifyReply): void {
  const { name, attributes } = findCookie(reply.request);
  reply.clearCookie(name, attributes);
  reply.clearCookie(sessionCookieName, sessionCookie);
}

/** Its name in a browser that drops `Secure` cookies at localhost. */
const plainRefreshCookieName = 'portico-refresh';

/** The prefix `__Host-` allows only this host to set it, over HTTPS. Most browsers treat localhost as secure. */
export const refreshCookieName = `__Host-${plainRefreshCookieName}`;

const secureProbeName = '__Host-portico-probe';
const plainProbeName = 'portico-probe';

const plain = { path: '/', httpOnly: true, sameSite: 'lax' } as const;
const secure = { ...plain, secure: true } as const;

export function readRefreshToken(request: FastifyRequest): string | undefined {
  return request.cookies[findCookie(request).name] || undefined;
}

/**
 * Tests with a page whether the browser keeps cookies, and at localhost whether it keeps `Secure` ones: Safari drops them
 * there, so each reload would end the session.
 */
export function probeCookies(request: FastifyRequest, reply: FastifyReply): void {
  const isLocal = isLocalhost(request);
  const isPlainKnown = request.cookies[plainProbeName] !== undefined || readRefreshToken(request) !== undefined;
  if (isLocal ? isPlainKnown : hasCookies(request)) return;
  if (isLocal) reply.setCookie(plainProbeName, '1', plain);
  reply.setCookie(secureProbeName, '1', secure);
}

/** Throws ApiError 400 for a browser that has kept no cookie of the page that it comes from. */
export function requireCookies(request: FastifyRequest): void {
  if (!hasCookies(request)) throw new ApiError(400, 'cookies-needed');
}

/** Whether a browser sends any cookie. */
export function hasCookies({ headers }: FastifyRequest): boolean {
  return Boolean(headers.cookie);
}

/** Returns how a secret cookie is called in the browser of a request, and its attributes. */
export function findCookie(request: FastifyRequest, name = plainRefreshCookieName) {
  return hasDroppedSecureCookies(request)
    ? { name, attributes: plain }
    : { name: `__Host-${name}`, attributes: secure };
}

/** Whether a browser at localhost sends the plain cookies, but not the `Secure` ones that were set with them. */
function hasDroppedSecureCookies(request: FastifyRequest): boolean {
  const { cookies } = request;
  const hasAny = (...names: string[]) => names.some((name) => cookies[name] !== undefined);
  return (
    isLocalhost(request) &&
    hasAny(plainProbeName, plainRefreshCookieName) &&
    !hasAny(secureProbeName, refreshCookieName)
  );
}

/** Whether the page is on the user's own machine, without HTTPS. */
function isLocalhost({ hostname, protocol }: Pick<FastifyRequest, 'hostname' | 'protocol'>): boolean {
  return protocol === 'http' && (/^(?:.+\.)?localhost$/.test(hostname) || hostname === '127.0.0.1');
}

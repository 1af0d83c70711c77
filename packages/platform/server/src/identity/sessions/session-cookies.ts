import type { FastifyReply, FastifyRequest } from 'fastify';
import { findCohort, formatCohort } from './cohort';
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

/** `__Host-`: only this host can set it, over HTTPS. Most browsers treat localhost as secure. */
export const refreshCookieName = '__Host-portico-refresh';

/** Instead of it in a browser that drops it. */
const plainRefreshCookieName = 'portico-refresh';

const secureProbeName = '__Host-portico-probe';
const plainProbeName = 'portico-probe';

const plain = { path: '/', httpOnly: true, sameSite: 'lax' } as const;
const secure = { ...plain, secure: true } as const;

export function readRefreshToken(request: FastifyRequest): string | undefined {
  return request.cookies[findCookie(request).name] || undefined;
}

function setRefreshToken(reply: FastifyReply, token: string, maxAge: number): void {
  const { name, attributes } = findCookie(reply.request);
  reply.setCookie(name, token, { ...attributes, maxAge });
}

function clearRefreshToken(reply: FastifyReply): void {
  const { name, attributes } = findCookie(reply.request);
  reply.clearCookie(name, attributes);
}

/**
 * Finds out, with a page at localhost, whether the browser keeps cookies that are `Secure`: Safari drops them there, so
 * that each reload would end the session.
 */
export function probeCookies(request: FastifyRequest, reply: FastifyReply): void {
  const isKnown = request.cookies[plainProbeName] !== undefined || readRefreshToken(request) !== undefined;
  if (isKnown || !isLocalhost(request)) return;
  reply.setCookie(plainProbeName, '1', plain).setCookie(secureProbeName, '1', secure);
}

function findCookie(request: FastifyRequest) {
  return hasDroppedSecureCookies(request)
    ? { name: plainRefreshCookieName, attributes: plain }
    : { name: refreshCookieName, attributes: secure };
}

/**
 * Whether the browser has just shown so, at localhost: it brings what came beside a secure cookie, and not that one.
 */
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

import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';

/** Sites that a browser names for calls of our own page, or of the user; other programs name none. */
const ownSites: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Refuses a call that a browser sends with our cookies from a page of another origin.
 * @throws ApiError 403 unless the Origin header names this request's own host or an allowed one, or absent while
 * Sec-Fetch-Site tells of no other page
 */
export function requireOwnOrigin(request: FastifyRequest, { allowedOrigins }: Services): void {
  const { origin } = request.headers;
  const isOurs =
    origin === undefined
      ? ownSites.includes(request.headers['sec-fetch-site'])
      : isOwnOrigin(origin, request) || allowedOrigins.includes(origin);
  if (isOurs) return;
  request.log.warn({ origin, host: request.host }, 'A call with cookies came from a page of another origin.');
  throw new ApiError(403, 'origin-not-allowed');
}

/** By host, and by a scheme no weaker than the request's: a proxy that ends TLS may hide that the page came by https. */
function isOwnOrigin(origin: string, { host, protocol }: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host.toLowerCase() && (page.protocol === 'https:' || protocol === 'http');
}

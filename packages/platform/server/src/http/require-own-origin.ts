import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error';

/** The values of Sec-Fetch-Site for calls of our own pages or of the user. Other programs send none. */
const ownSites: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Refuses a call with cookies from a page of another origin.
 * @throws ApiError 403 unless the Origin header names this host or an allowed origin, or is absent and Sec-Fetch-Site
 * names no other site
 */
export function requireOwnOrigin(request: FastifyRequest, allowedOrigins: readonly string[]): void {
  const { origin } = request.headers;
  const isOurs =
    origin === undefined
      ? ownSites.includes(request.headers['sec-fetch-site'])
      : isOwnOrigin(origin, request) || allowedOrigins.includes(origin);
  if (isOurs) return;
  request.log.warn({ origin, host: request.host }, 'A call with cookies came from a page of another origin.');
  throw new ApiError(403, 'origin-not-allowed');
}

/**
 * Compares host and scheme. A proxy that ends TLS may hide that the page came by HTTPS, and one may add the port to the
 * host, which an origin has only if it is not the default one.
 */
function isOwnOrigin(origin: string, { host, protocol }: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const defaultPort = page.protocol === 'https:' ? /:443$/ : /:80$/;
  return (
    page.host === host.toLowerCase().replace(defaultPort, '') && (page.protocol === 'https:' || protocol === 'http')
  );
}

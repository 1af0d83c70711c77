import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error';

/** The values of Sec-Fetch-Site from our own pages and from navigations of the user. Programs send none. */
const ownSites: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Throws ApiError 403 for pages of other origins, by `Origin` or, without it, by `Sec-Fetch-Site`. Forms of a page with
 * `Referrer-Policy: no-referrer` have the origin `null` (Fetch Standard, 3.2); so do those of sandboxed frames, which are
 * never same-origin.
 */
export function requireOwnOrigin(request: FastifyRequest, allowedOrigins: readonly string[]): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isHidden = origin === 'null' && site === 'same-origin';
  const isOurs =
    origin === undefined
      ? ownSites.includes(site)
      : isHidden || isOwnOrigin(origin, request) || allowedOrigins.includes(origin);
  if (isOurs) return;
  request.log.warn({ origin, site, host: request.host }, 'A request with cookies came from a page of another origin.');
  throw new ApiError(403, 'origin-not-allowed');
}

/**
 * Compares host and scheme. A proxy that ends TLS may hide that the page used HTTPS, and may add the default port to the
 * host, which an origin never has.
 */
function isOwnOrigin(origin: string, { host, protocol }: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const defaultPort = page.protocol === 'https:' ? /:443$/ : /:80$/;
  return (
    page.host === host.toLowerCase().replace(defaultPort, '') && (page.protocol === 'https:' || protocol === 'http')
  );
}

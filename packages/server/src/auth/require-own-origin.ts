import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';

/** Sites that a browser names for calls of our own page, or of the user; other programs name none. */
const ownSites: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Refuses a call that a browser sends with our cookies from a page of another origin.
 * @throws ApiError 403 unless the Origin header is this request's own origin or an allowed one, or absent while
 * Sec-Fetch-Site tells of no other page
 */
export function requireOwnOrigin(request: FastifyRequest, { allowedOrigins }: Services): void {
  const { origin } = request.headers;
  const isOurs =
    origin === undefined
      ? ownSites.includes(request.headers['sec-fetch-site'])
      : origin === ownOriginOf(request) || allowedOrigins.includes(origin);
  if (isOurs) return;
  throw new ApiError(403, 'origin-not-allowed');
}

/** As the browser sees it, so behind a proxy it needs TRUST_PROXY. */
function ownOriginOf(request: FastifyRequest): string | undefined {
  const address = `${request.protocol}://${request.host}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';

/**
 * Refuses a call that a browser sends with our cookies from a page of another origin.
 * @throws ApiError 403 unless the Origin header is absent, this request's own origin, or an allowed one
 */
export function requireOwnOrigin(request: FastifyRequest, { allowedOrigins }: Services): void {
  const { origin } = request.headers;
  if (origin === undefined || origin === ownOriginOf(request) || allowedOrigins.includes(origin)) return;
  throw new ApiError(403, 'origin-not-allowed');
}

/** As the browser sees it, so behind a proxy it needs TRUST_PROXY. */
function ownOriginOf(request: FastifyRequest): string | undefined {
  const address = `${request.protocol}://${request.host}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

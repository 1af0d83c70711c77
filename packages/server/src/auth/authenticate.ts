import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';
import type { AccessClaims } from './access-token';
import { findLiveSession } from './session-repository';

export function bearerTokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** The claims of the request's access token, if there is a valid one; its session may have ended since. */
export async function claimsOf(request: FastifyRequest, services: Services): Promise<AccessClaims | undefined> {
  const token = bearerTokenOf(request);
  return token === undefined ? undefined : services.accessTokens.read(token);
}

/** The user and the live session of the request's access token. @throws ApiError 401 without them */
export async function authenticate(request: FastifyRequest, services: Services) {
  const claims = await claimsOf(request, services);
  const live = claims && (await findLiveSession(services.database, claims.sid, services.now()));
  if (live === undefined || live.user.id !== claims?.sub) throw new ApiError(401, 'not-authenticated');
  return live;
}

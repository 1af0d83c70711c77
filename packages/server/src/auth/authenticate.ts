import type { FastifyRequest } from 'fastify';
import { mayUseApp } from '../apps/app-repository';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';
import { type AccessClaims, isExchanged } from './access-token';
import { findLiveSession } from './session-repository';

export function bearerTokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** The claims of the request's access token, if there is a valid one; its session may have ended since. */
export async function claimsOf(request: FastifyRequest, services: Services): Promise<AccessClaims | undefined> {
  const token = bearerTokenOf(request);
  return token === undefined ? undefined : services.accessTokens.read(token);
}

/**
 * The user and the live session of the request's access token.
 * @throws ApiError 401 without them, 403 when the token was exchanged: that one is good for its app's own calls alone
 */
export async function authenticate(request: FastifyRequest, services: Services) {
  const { claims, ...live } = await authenticateApp(request, services);
  requirePortalToken(claims);
  return live;
}

/**
 * As `authenticate`, for the calls that an app may make with an exchanged token while the user may use the app.
 * @param tenant what the call is about, which has to be the token's own
 */
export async function authenticateApp(request: FastifyRequest, services: Services, tenant?: string) {
  const claims = await claimsOf(request, services);
  const live = claims && (await findLiveSession(services.database, claims.sid, services.now()));
  if (live === undefined || live.user.id !== claims?.sub) throw new ApiError(401, 'not-authenticated');
  if (isExchanged(claims)) {
    const grant = { userId: claims.sub, tenant: claims.tenant ?? '', module: claims.app ?? '' };
    if (!(await mayUseApp(services.database, grant))) throw new ApiError(401, 'not-authenticated');
    if (tenant !== undefined && tenant !== claims.tenant) throw new ApiError(403, 'token-not-allowed');
  }
  return { ...live, claims };
}

/** @throws ApiError 403 when the token was exchanged */
export function requirePortalToken(claims: AccessClaims): void {
  if (isExchanged(claims)) throw new ApiError(403, 'token-not-allowed');
}

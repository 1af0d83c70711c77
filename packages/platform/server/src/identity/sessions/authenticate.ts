import type { FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { isReferenceGone } from '../../database/database-errors';
import { ApiError } from '../../http/api-error';
import { mayUseApp } from '../accounts/app-repository';
import { findCallTenant } from '../accounts/call-tenant';
import { lockAccount } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { type AccessClaims, isExchanged } from './access-token';
import type { LiveSession } from './session';
import { findLiveSession, type Session } from './session-repository';
import { isSessionOf } from './session-tenant';

export function parseBearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Returns the claims of the request's access token, if it is valid. Its session may have ended. */
export async function readAccessClaims(
  request: FastifyRequest,
  services: IdentityServices,
): Promise<AccessClaims | undefined> {
  const token = parseBearerToken(request);
  return token === undefined ? undefined : services.accessTokens.read(token);
}

/** A user who calls, their live session and its tenant. */
export interface CallingUser extends LiveSession {
  readonly tenant: string;
}

/**
 * Finds the user and the live session of the request's access token, and the tenant of the session: that of the call if
 * the previous release started it.
 * @throws ApiError 401 without them, 403 for an exchanged token, which is valid only for the calls of its app
 */
export async function authenticate(request: FastifyRequest, services: IdentityServices): Promise<CallingUser> {
  const { claims, ...caller } = await authenticateApp(request, services);
  requirePortalToken(claims);
  return caller;
}

/**
 * Like `authenticate`, for calls that also accept an exchanged token while the user may use the app.
 * @param readTenant the tenant that the call reads, which must be that of the token
 * @throws ApiError 401 without a live session, 403 for another tenant
 */
export async function authenticateApp(request: FastifyRequest, services: IdentityServices, readTenant?: string) {
  const claims = await readAccessClaims(request, services);
  const live = claims && (await findLiveSession(services.database, claims.sid, services.now()));
  if (live === undefined || live.user.id !== claims?.sub) throw new ApiError(401, 'not-authenticated');
  if (isExchanged(claims)) {
    const grant = { userId: claims.sub, tenant: claims.tenant ?? '', module: claims.app ?? '' };
    if (!(await mayUseApp(services.database, grant))) throw new ApiError(401, 'not-authenticated');
    if (readTenant !== undefined && readTenant !== claims.tenant) throw new ApiError(403, 'token-not-allowed');
  } else if (readTenant !== undefined && !(await isSessionOf(services.database, live.session, readTenant))) {
    throw new ApiError(403, 'token-not-allowed');
  }
  return { ...live, claims, tenant: live.session.tenant ?? findCallTenant(request, services) };
}

/** @throws ApiError 403 when the token was exchanged */
export function requirePortalToken(claims: AccessClaims): void {
  if (isExchanged(claims)) throw new ApiError(403, 'token-not-allowed');
}

/**
 * Locks the user of a session before a change to how they sign in. A report that a sign-in was not theirs must not miss
 * the change: it waits for the transaction, or has ended the session.
 * @throws ApiError 401 if the session has ended since the authentication
 */
export async function requireRemainingSession(tx: Executor, { id, userId }: Session, now: Date): Promise<void> {
  await lockAccount(tx, userId);
  if ((await findLiveSession(tx, id, now)) === undefined) throw new ApiError(401, 'not-authenticated');
}

/**
 * Awaits a write of rows that refer to the user of a call, or to their session.
 * @throws ApiError 401 if another call deleted these since the authentication, for example during an upload
 */
export async function requireRemainingUser<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    throw isReferenceGone(error) ? new ApiError(401, 'not-authenticated', { cause: error }) : error;
  }
}

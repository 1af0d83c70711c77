import { type AccessTokenResponse, exchangeRequestSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { mayUseApp } from '../apps/app-repository';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import type { Services } from '../services';
import { authenticateApp, claimsOf, requirePortalToken } from './authenticate';
import { findRefreshToken } from './refresh-token-repository';
import { requireOwnOrigin } from './require-own-origin';
import { refreshSession, sessionOfRefreshToken } from './session';
import { clearSessionCookies, refreshTokenOf, setSessionCookies } from './session-cookies';
import { sessionOriginOf } from './session-origin';
import { endSession } from './session-repository';

export function registerSessionRoutes(app: FastifyInstance, services: Services): void {
  const { accessTokens, database, now } = services;

  app.post('/auth/refresh', async (request, reply): Promise<AccessTokenResponse> => {
    requireOwnOrigin(request, services);
    const token = refreshTokenOf(request);
    const continued = token && (await refreshSession(database, token, sessionOriginOf(request), now()));
    if (!continued) {
      clearSessionCookies(reply);
      throw new ApiError(401, 'no-session');
    }
    const { refreshToken, session, user } = continued;
    setSessionCookies(reply, session, refreshToken, now());
    return { access_token: await accessTokens.issue({ sub: user.id, sid: session.id }, user.email) };
  });

  app.get('/auth/validate', async (request, reply) => {
    await authenticateApp(request, services);
    return reply.code(204).send();
  });

  // The shell sends this one with an empty Authorization header (specification, section 7): the cookie speaks.
  app.post('/auth/exchange', async (request): Promise<AccessTokenResponse> => {
    requireOwnOrigin(request, services);
    const { app: module, domain: tenant } = parse(exchangeRequestSchema, request.body);
    const token = refreshTokenOf(request);
    const session = token && (await sessionOfRefreshToken(database, token, now()));
    if (!session) throw new ApiError(401, 'no-session');
    if (!(await mayUseApp(database, { userId: session.userId, tenant, module }))) {
      throw new ApiError(403, 'app-not-allowed');
    }
    return { access_token: await accessTokens.issue({ sub: session.userId, sid: session.id, app: module, tenant }) };
  });

  app.delete('/auth/invalidate', async (request, reply) => {
    requireOwnOrigin(request, services);
    const claims = await claimsOf(request, services);
    if (claims) requirePortalToken(claims);
    const token = refreshTokenOf(request);
    const sessionIds = [claims?.sid, token && (await findRefreshToken(database, token))?.sessionId];
    for (const id of sessionIds) if (id) await endSession(database, id, now());
    clearSessionCookies(reply);
    return reply.code(204).send();
  });
}

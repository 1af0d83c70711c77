import { type AccessTokenResponse, exchangeRequestSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { requireOwnOrigin } from '../../http/require-own-origin';
import { mayUseApp } from '../accounts/app-repository';
import { readCallOrigin } from '../audit/record-audit';
import type { IdentityServices } from '../services';
import { authenticateApp, readClaims, requirePortalToken } from './authenticate';
import { readRefreshToken } from './refresh-cookie';
import { findRefreshToken } from './refresh-token-repository';
import { findSessionByRefreshToken, issueSessionToken, refreshSession } from './session';
import { clearSessionCookies, setSessionCookies } from './session-cookies';
import { readSessionOrigin } from './session-origin';
import { signIn } from './sign-in';
import { signOut } from './sign-out';

export function registerSessionRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { accessTokens, database, now } = services;

  app.post('/auth/refresh', async (request, reply): Promise<AccessTokenResponse> => {
    requireOwnOrigin(request, services.allowedOrigins);
    const token = readRefreshToken(request);
    const continued = token && (await refreshSession(services, token, readSessionOrigin(request)));
    if (!continued) {
      clearSessionCookies(reply);
      throw new ApiError(401, 'no-session');
    }
    setSessionCookies(reply, continued.session, continued.refreshToken, now());
    return { access_token: await issueSessionToken(accessTokens, continued) };
  });

  app.get('/auth/validate', async (request, reply) => {
    await authenticateApp(request, services);
    return reply.code(204).send();
  });

  // The shell sends an empty Authorization header, so the cookie authenticates the call.
  app.post('/auth/exchange', async (request): Promise<AccessTokenResponse> => {
    requireOwnOrigin(request, services.allowedOrigins);
    const { app: module, domain: tenant } = parse(exchangeRequestSchema, request.body);
    const token = readRefreshToken(request);
    const live = token && (await findSessionByRefreshToken(database, token, now()));
    if (!live) throw new ApiError(401, 'no-session');
    const { session, user } = live;
    if (!(await mayUseApp(database, { userId: user.id, tenant, module }))) throw new ApiError(403, 'app-not-allowed');
    return { access_token: await accessTokens.issue({ sub: user.id, sid: session.id, app: module, tenant }) };
  });

  app.delete('/auth/invalidate', async (request, reply) => {
    requireOwnOrigin(request, services.allowedOrigins);
    const claims = await readClaims(request, services);
    if (claims) requirePortalToken(claims);
    const token = readRefreshToken(request);
    const sessionIds = [claims?.sid, token && (await findRefreshToken(database, token))?.sessionId];
    for (const id of new Set(sessionIds)) if (id) await signOut(database, id, readCallOrigin(request), now());
    clearSessionCookies(reply);
    return reply.code(204).send();
  });
}

export function registerSignInRoutes(app: FastifyInstance, services: IdentityServices): void {
  app.post('/auth', async (request, reply): Promise<AccessTokenResponse> => {
    requireOwnOrigin(request, services.allowedOrigins);
    const started = await signIn(request, reply, services, request.body);
    return { access_token: await issueSessionToken(services.accessTokens, started) };
  });
}

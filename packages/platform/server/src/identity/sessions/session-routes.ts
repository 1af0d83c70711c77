import { type AccessTokenResponse, type ActiveSession, exchangeRequestSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse, parseId } from '../../http/parse';
import { requireOwnOrigin } from '../../http/require-own-origin';
import { mayUseApp } from '../accounts/app-repository';
import { findCallTenant } from '../accounts/call-tenant';
import { recordOwnAction } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { authenticate, authenticateApp, readAccessClaims, requirePortalToken } from './authenticate';
import { hashToken } from './secret-tokens';
import { findRefreshToken, issueSessionToken, refreshSession, signOut } from './session';
import { clearSessionCookies, readRefreshToken, setLeaveCookie, setSessionCookies } from './session-cookies';
import {
  describeSession,
  endSession,
  findLiveSessionsByRefreshTokens,
  listLiveSessions,
  type Session,
} from './session-repository';
import { isSessionOf, mayReach } from './session-tenant';

/** @param onContinue is called after each refresh of a session; the caller does not wait for it */
export function registerSessionRoutes(
  app: FastifyInstance,
  services: IdentityServices,
  onContinue: (session: Session) => void,
): void {
  const { accessTokens, database, now } = services;

  app.post('/auth/refresh', async (request, reply): Promise<AccessTokenResponse> => {
    requireOwnOrigin(request, services.allowedOrigins);
    const token = readRefreshToken(request);
    const continued = token && (await refreshSession(services, request, token));
    if (!continued) {
      clearSessionCookies(reply);
      throw new ApiError(401, 'no-session');
    }
    setSessionCookies(reply, continued, now());
    onContinue(continued.session);
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
    const [live] = token ? await findLiveSessionsByRefreshTokens(database, [hashToken(token)], now()) : [];
    const from = findCallTenant(request, services);
    const isHere = live && (await isSessionOf(database, live.session, from));
    if (!isHere) throw new ApiError(401, 'no-session');
    const { session, user } = live;
    const isAllowed =
      (await mayUseApp(database, { userId: user.id, tenant, module })) &&
      (await mayReach(database, session, { from, to: tenant }));
    if (!isAllowed) throw new ApiError(403, 'app-not-allowed');
    return { access_token: await accessTokens.issue({ sub: user.id, sid: session.id, app: module, tenant }) };
  });

  app.delete('/auth/invalidate', async (request, reply) => {
    requireOwnOrigin(request, services.allowedOrigins);
    const claims = await readAccessClaims(request, services);
    if (claims) requirePortalToken(claims);
    const token = readRefreshToken(request);
    const sessionIds = [claims?.sid, token && (await findRefreshToken(database, token))?.sessionId];
    for (const id of new Set(sessionIds)) {
      const ended = id ? await signOut(database, request, id, now()) : undefined;
      if (ended?.providerId) setLeaveCookie(reply, ended.providerId);
    }
    clearSessionCookies(reply);
    return reply.code(204).send();
  });

  app.get('/auth/sessions', async (request): Promise<ActiveSession[]> => {
    const { session: current } = await authenticate(request, services);
    const sessions = await listLiveSessions(database, current, now());
    const active = sessions.map((session) => ({ ...describeSession(session), is_current: session.id === current.id }));
    return active.sort((one, other) => Number(other.is_current) - Number(one.is_current));
  });

  app.delete('/auth/sessions/:id', async (request, reply) => {
    const { session: current } = await authenticate(request, services);
    const id = parseId(request, 'session-unknown');
    await database.transaction(async (tx) => {
      const ended = await endSession(tx, id, now(), current);
      if (ended === undefined) throw new ApiError(404, 'session-unknown');
      await recordOwnAction(tx, now(), request, ended, 'session-ended');
    });
    if (id === current.id) clearSessionCookies(reply);
    return reply.code(204).send();
  });
}

/** Time that brokers cache the key, in seconds. */
const jwksMaxAge = 300;

/** Serves the public key to brokers that verify access tokens themselves (RFC 7517). */
export function registerJwksRoutes(app: FastifyInstance, { signingKey }: IdentityServices): void {
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', `public, max-age=${jwksMaxAge}`).send({ keys: [signingKey] }),
  );
}

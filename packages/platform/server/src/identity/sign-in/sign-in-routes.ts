import type { AccessTokenResponse } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { requireOwnOrigin } from '../../http/require-own-origin';
import { findCallTenant } from '../accounts/call-tenant';
import { requirePasswords } from '../accounts/tenant-repository';
import type { IdentityServices } from '../identity-services';
import { issueSessionToken } from '../sessions/session';
import { signInByFactor } from './sign-in-by-factor';
import { signInByPasskey } from './sign-in-by-passkey';
import { signInByPassword } from './sign-in-by-password';

/** The sign-in by password, its second factor, and the sign-in by passkey. */
export function registerSignInRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { accessTokens, database } = services;

  app.post('/auth', async (request, reply): Promise<AccessTokenResponse> => {
    requireOwnOrigin(request, services.allowedOrigins);
    await requirePasswords(database, findCallTenant(request, services));
    const started = await signInByPassword(reply, services, request.body);
    return { access_token: await issueSessionToken(accessTokens, started) };
  });

  app.post('/auth/factor', async (request, reply): Promise<AccessTokenResponse> => {
    requireOwnOrigin(request, services.allowedOrigins);
    const started = await signInByFactor(reply, services, request.body);
    return { access_token: await issueSessionToken(accessTokens, started) };
  });

  app.post('/auth/passkey', async (request, reply): Promise<AccessTokenResponse> => {
    requireOwnOrigin(request, services.allowedOrigins);
    const started = await signInByPasskey(reply, services, request.body);
    return { access_token: await issueSessionToken(accessTokens, started) };
  });
}

import type { AccessTokenResponse } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { requireOwnOrigin } from '../../http/require-own-origin';
import type { IdentityServices } from '../identity-services';
import { issueSessionToken } from '../sessions/session';
import { signInByFactor } from './sign-in-by-factor';
import { signInByPasskey } from './sign-in-by-passkey';
import { signInByPassword } from './sign-in-by-password';

const methods = [
  ['/auth', signInByPassword],
  ['/auth/factor', signInByFactor],
  ['/auth/passkey', signInByPasskey],
] as const;

/** The sign-in by password, its second factor, and the sign-in by passkey. */
export function registerSignInRoutes(app: FastifyInstance, services: IdentityServices): void {
  for (const [path, signIn] of methods) {
    app.post(path, async (request, reply): Promise<AccessTokenResponse> => {
      requireOwnOrigin(request, services.allowedOrigins);
      const started = await signIn(reply, services, request.body);
      return { access_token: await issueSessionToken(services.accessTokens, started) };
    });
  }
}

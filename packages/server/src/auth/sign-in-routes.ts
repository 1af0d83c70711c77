import { type AccessTokenResponse, signInRequestSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { findUserByEmail } from '../accounts/user-repository';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import type { Services } from '../services';
import { startSession } from './session';
import { setSessionCookies } from './session-cookies';

export function registerSignInRoutes(app: FastifyInstance, services: Services): void {
  app.post('/auth', async (request, reply): Promise<AccessTokenResponse> => {
    const { email, password } = parse(signInRequestSchema, request.body);
    const user = await findUserByEmail(services.database, email);
    const matches = await services.passwords.verify(user?.passwordHash, password);
    if (user === undefined || !matches || user.disabledAt !== null) throw new ApiError(401, 'wrong-credentials');

    const origin = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 400) ?? '' };
    const { session, refreshToken } = await startSession(services.database, user.id, origin, services.now());
    setSessionCookies(reply, refreshToken);
    return { access_token: await services.accessTokens.issue({ sub: user.id, sid: session.id }) };
  });
}

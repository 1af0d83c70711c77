import { type AccessTokenResponse, signInRequestSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { findUserByEmail } from '../accounts/user-repository';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import type { Services } from '../services';
import { addressGroupOf } from '../throttling/address-group';
import { findRefreshToken } from './refresh-token-repository';
import { requireOwnOrigin } from './require-own-origin';
import { startSession } from './session';
import { refreshTokenOf, setSessionCookies } from './session-cookies';
import { sessionOriginOf } from './session-origin';
import { endSession } from './session-repository';
import { sweepAccounts } from './sweep-accounts';

export function registerSignInRoutes(app: FastifyInstance, services: Services): void {
  const { accessTokens, background, database, now, passwords, throttle } = services;

  app.post('/auth', async (request, reply): Promise<AccessTokenResponse> => {
    requireOwnOrigin(request, services);
    const { email, password } = parse(signInRequestSchema, request.body);
    const address = addressGroupOf(request.ip);
    await throttle.count(database, 'signInFromAddress', address);
    await throttle.count(database, 'signInOfAccount', email);

    // Whoever has an account or not, the same work is done and the same is counted.
    const user = await findUserByEmail(database, email);
    const matches = await passwords.verify(user?.passwordHash, password);
    if (user === undefined || !matches) throw new ApiError(401, 'wrong-credentials');
    const started = await startSession(database, user, sessionOriginOf(request), now());
    if (started === undefined) throw new ApiError(401, 'wrong-credentials');

    // Nobody holds the token of the session that this browser had before.
    const replaced = refreshTokenOf(request);
    const stored = replaced && (await findRefreshToken(database, replaced));
    if (stored) await endSession(database, stored.sessionId, now());

    await throttle.giveBack(database, 'signInFromAddress', address);
    await throttle.reset(database, ['signInOfAccount'], email);
    background.run(() => sweepAccounts(database, now()));
    setSessionCookies(reply, started.session, started.refreshToken, now());
    return { access_token: await accessTokens.issue({ sub: user.id, sid: started.session.id }, user.email) };
  });
}

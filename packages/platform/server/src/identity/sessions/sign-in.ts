import { signInRequestSchema } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { findUserByEmail } from '../accounts/user-repository';
import { getAddressGroup } from '../limits/throttle';
import type { IdentityServices } from '../services';
import { readRefreshToken } from './refresh-cookie';
import { findRefreshToken } from './refresh-token-repository';
import { type ContinuedSession, startSession } from './session';
import { setSessionCookies } from './session-cookies';
import { readSessionOrigin } from './session-origin';
import { endSession } from './session-repository';

/**
 * Signs a user in by e-mail and password: the cookies of the new session are in the reply.
 * @param credentials untrusted
 * @throws ApiError 400 for malformed credentials, 401 for wrong ones; TooManyTriesError
 */
export async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, now, passwords, throttle }: IdentityServices,
  credentials: unknown,
): Promise<ContinuedSession> {
  const { email, password } = parse(signInRequestSchema, credentials);
  const address = getAddressGroup(request.ip);
  await throttle.count(database, 'signInFromAddress', address);
  await throttle.count(database, 'signInOfAccount', email);

  // Does and counts the same for known and unknown e-mails.
  const user = await findUserByEmail(database, email);
  const matches = await passwords.verify(user?.passwordHash, password);
  if (user === undefined || !matches) throw new ApiError(401, 'wrong-credentials');
  const started = await startSession(database, user, readSessionOrigin(request), now());
  if (started === undefined) throw new ApiError(401, 'wrong-credentials');

  // Ends the former session of this browser, whose token is replaced.
  const replaced = readRefreshToken(request);
  const stored = replaced && (await findRefreshToken(database, replaced));
  if (stored) await endSession(database, stored.sessionId, now());

  await throttle.refund(database, 'signInFromAddress', address);
  await throttle.reset(database, ['signInOfAccount'], email);
  setSessionCookies(reply, started.session, started.refreshToken, now());
  return started;
}

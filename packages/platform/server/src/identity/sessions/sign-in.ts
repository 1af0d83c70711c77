import { signInRequestSchema } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { findUserByEmail } from '../accounts/user-repository';
import { readCallOrigin } from '../audit/audit-log';
import { withRecordedRefusals } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { addAccountOfNetworks } from '../limits/address-networks';
import type { Try } from '../limits/throttle';
import { findKnownBrowser, markKnownBrowser } from './browser-marks';
import { type ContinuedSession, findRefreshToken, signOut, startSession } from './session';
import { readRefreshToken, setSessionCookies } from './session-cookies';

/**
 * Signs a user in by e-mail and password, and sets the cookies of the new session in the reply.
 * @throws ApiError 400 for malformed credentials, 401 for wrong ones; TooManyTriesError; BusyError
 */
export async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  services: IdentityServices,
  credentials: unknown,
): Promise<ContinuedSession> {
  const { database, listScaledAddressTries, now, passwords, sign, throttle } = services;
  const { email, password } = parse(signInRequestSchema, credentials);
  return withRecordedRefusals(services, request, 'sign-in-refused', email, async () => {
    const known = findKnownBrowser(request, sign, email);
    const accountTry: Try = known === undefined ? ['signInOfAccount', email] : ['signInOfBrowser', known];
    const addressTries = known === undefined ? await listScaledAddressTries('signInFromAddress', request.ip) : [];
    const tries = [...addressTries, accountTry];
    // Refuses before the queue, so that refusals do not wait.
    await throttle.check(tries);

    const user = await passwords.run(async ({ verify }) => {
      // Counts here, so that queued valid sign-ins do not count.
      await throttle.count(database, tries);
      // Treats known and unknown e-mails alike.
      const found = await findUserByEmail(database, email);
      const matches = await verify(found?.passwordHash, password);
      // The right password of a disabled user also counts, and gets the same answer as a wrong one.
      if (found === undefined || found.disabledAt !== null || !matches) throw new ApiError(401, 'wrong-credentials');
      await throttle.refund(database, addressTries);
      await throttle.reset(database, [accountTry]);
      return found;
    });
    const origin = readCallOrigin(request);
    const started = await startSession(database, user, origin, now());

    // Ends the former session of this browser, because its cookie is replaced.
    const replaced = readRefreshToken(request);
    const stored = replaced && (await findRefreshToken(database, replaced));
    if (stored) await signOut(database, stored.sessionId, origin, now());

    await addAccountOfNetworks(database, request.ip, email, now());
    setSessionCookies(reply, started, now());
    markKnownBrowser(reply, sign, email);
    return started;
  });
}

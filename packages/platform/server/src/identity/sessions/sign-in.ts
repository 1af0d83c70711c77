import { signInRequestSchema } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { findCallTenant } from '../accounts/call-tenant';
import { isMember } from '../accounts/member-repository';
import { findUserByEmail, type User } from '../accounts/user-repository';
import { readCallOrigin } from '../audit/audit-log';
import { withRecordedRefusals } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { addAccountOfNetworks } from '../limits/address-networks';
import type { Try } from '../limits/throttle';
import { findKnownBrowser, markKnownBrowser } from './browser-marks';
import { type ContinuedSession, findRefreshToken, signOut, startSession } from './session';
import { readRefreshToken, setSessionCookies } from './session-cookies';

/**
 * Signs a member of the host's tenant in by e-mail and password, and sets the cookies of the new session in the reply.
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
  const tenant = findCallTenant(request, services);
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
      const [matches, isHere] = await Promise.all([
        verify(found?.passwordHash, password),
        isMember(database, { tenant, userId: found?.id ?? nobody }),
      ]);
      // The right password of a disabled user, or of another tenant's, also counts and gets the answer of a wrong one.
      const reason = findReason(found, matches, isHere);
      if (found === undefined || reason !== undefined) throw new ApiError(401, 'wrong-credentials', { reason });
      await throttle.refund(database, addressTries);
      await throttle.reset(database, [accountTry]);
      return found;
    });
    const origin = readCallOrigin(request);
    const started = await startSession(database, user, tenant, origin, now());

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

/** The id of no user, so that unknown e-mails cost the same query. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Says for the audit log why a sign-in fails; visitors get one answer. */
function findReason(user: User | undefined, matches: boolean, isHere: boolean): string | undefined {
  if (user === undefined) return 'user-unknown';
  if (user.disabledAt !== null) return 'user-disabled';
  if (!isHere) return 'not-a-member';
  if (user.passwordHash === null) return 'no-password';
  return matches ? undefined : 'wrong-password';
}

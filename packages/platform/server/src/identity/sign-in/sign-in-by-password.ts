import { signInRequestSchema } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { findCallTenant } from '../accounts/call-tenant';
import { findRefusal, findUserAtTenant, type UserAtTenant } from '../accounts/member-repository';
import { requirePasswords } from '../accounts/tenant-repository';
import { withRecordedRefusals } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { listSignInTries } from '../limits/account-tries';
import type { Try } from '../limits/throttle';
import { findKnownBrowser } from '../sessions/browser-marks';
import type { ContinuedSession } from '../sessions/session';
import { openSession } from './open-session';
import { requireSecondFactor } from './sign-in-by-factor';

/**
 * Signs a member of the host's tenant in by e-mail and password, and sets the cookies of the new session in the reply.
 * @throws ApiError 400 for malformed credentials, 401 for wrong ones, for users who may not sign in here, and if the
 * sign-in needs a second factor, 403 if the tenant has switched passwords off; TooManyTriesError; BusyError
 */
export async function signInByPassword(
  reply: FastifyReply,
  services: IdentityServices,
  credentials: unknown,
): Promise<ContinuedSession> {
  const { database, listScaledAddressTries, passwords, sign, throttle } = services;
  const { request } = reply;
  const tenant = findCallTenant(request, services);
  await requirePasswords(database, tenant);
  const { email, password } = parse(signInRequestSchema, credentials);
  const tried = { action: 'sign-in-refused', method: 'password', email } as const;
  const user = await withRecordedRefusals(services, request, tried, async () => {
    const known = findKnownBrowser(request, sign, email);
    const accountTries: Try[] = known === undefined ? listSignInTries(email, tenant) : [['signInOfBrowser', known]];
    const addressTries = known === undefined ? await listScaledAddressTries('signInFromAddress', request.ip) : [];
    const tries = [...addressTries, ...accountTries];
    // Refuses before the queue, so that refusals do not wait.
    await throttle.check(tries);

    return passwords.run(async ({ verify }) => {
      // Counts here, so that queued valid sign-ins do not count.
      await throttle.count(database, tries);
      // Treats known and unknown e-mails alike.
      const found = await findUserAtTenant(database, email, tenant);
      const matches = await verify(found?.user.passwordHash, password);
      // The right password of a disabled user, or of another tenant's, also counts and gets the answer of a wrong one.
      const reason = findReason(found, matches);
      if (found === undefined || reason !== undefined) throw new ApiError(401, 'wrong-credentials', { reason });
      await throttle.refund(database, addressTries);
      await throttle.reset(database, accountTries);
      return found.user;
    });
  });
  await requireSecondFactor(reply, services, { user, tenant });
  return openSession(reply, services, { user, tenant, method: 'password' });
}

/** Says for the audit log why a sign-in fails; visitors get one answer. Tells only of members if a password is right. */
function findReason(found: UserAtTenant | undefined, matches: boolean): string | undefined {
  const reason = findRefusal(found);
  if (reason !== undefined) return reason;
  if (found?.user.passwordHash === null) return 'no-password';
  return matches ? undefined : 'wrong-password';
}

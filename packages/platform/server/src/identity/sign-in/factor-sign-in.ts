import { factorAnswerSchema } from '@portico/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import type { User } from '../accounts/user-repository';
import { describeOwnAction, readCallOrigin, recordAudit } from '../audit/audit-log';
import { withRecordedRefusals } from '../audit/record-refusal';
import { isTrusted } from '../devices/known-devices';
import { proveFactor } from '../factors/prove-factor';
import { findSecondFactor, isFactorRequired } from '../factors/second-factor';
import { clearWaitingSignIn, requireWaitingSignIn, setWaitingSignIn } from '../factors/waiting-sign-in';
import type { IdentityServices } from '../identity-services';
import { passkeys } from '../identity-tables';
import type { ContinuedSession } from '../sessions/session';
import { openSession } from './open-session';

/**
 * Lets a sign-in by password wait for the second factor of a user, or for its set-up if the tenant requires one. Does
 * nothing in a browser that the user trusts.
 * @throws ApiError 401 when the sign-in has to wait, 403 for a user who has to use their passkey
 */
export async function requireSecondFactor(
  request: FastifyRequest,
  reply: FastifyReply,
  services: IdentityServices,
  user: User,
  tenant: string,
): Promise<void> {
  const { database, now } = services;
  const factor = await findSecondFactor(database, user.id);
  if (factor ? await isTrusted(request, services, user, factor) : !(await isFactorRequired(database, tenant))) return;
  // A passkey counts as a factor. The password alone must not set up another one beside it.
  if (factor === undefined && (await hasPasskeyInTenant(services, user.id, tenant)))
    throw new ApiError(403, 'passkey-needed');
  await setWaitingSignIn(request, reply, services, user, tenant);
  const own = describeOwnAction(user.id, readCallOrigin(request), tenant);
  await recordAudit(database, now(), { action: 'second-factor-asked', ...own });
  throw new ApiError(401, factor ? 'second-factor-needed' : 'second-factor-setup-needed');
}

async function hasPasskeyInTenant({ database, getTenantKey }: IdentityServices, userId: string, tenant: string) {
  const isUsable = and(eq(passkeys.userId, userId), isNull(passkeys.blockedAt));
  const hosts = await database.select({ host: passkeys.host }).from(passkeys).where(isUsable);
  return hosts.some(({ host }) => getTenantKey(host) === tenant);
}

/**
 * Ends a sign-in that waits for the second factor, by a one-time code or a recovery code.
 * @throws ApiError 400 for a malformed code, 401 for a wrong or used one, and if no sign-in waits; TooManyTriesError
 */
export async function signInByFactor(
  request: FastifyRequest,
  reply: FastifyReply,
  services: IdentityServices,
  answer: unknown,
): Promise<ContinuedSession> {
  const { tenant, user } = await requireWaitingSignIn(request, services);
  const { code, trust } = parse(factorAnswerSchema, answer);
  const factor = await withRecordedRefusals(services, request, 'sign-in-refused', user.email, () =>
    proveFactor(request, services, user, code),
  );
  clearWaitingSignIn(request, reply);
  return openSession(request, reply, services, user, tenant, undefined, trust ? factor : undefined);
}

import { factorAnswerSchema } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { recordOwnAction } from '../audit/audit-log';
import { withRecordedRefusals } from '../audit/record-refusal';
import { isTrusted } from '../devices/known-devices';
import { findCodeKind, findSecondFactor, isFactorRequired, proveFactor } from '../factors/second-factor';
import {
  clearWaitingSignIn,
  type PasswordSignIn,
  requireWaitingSignIn,
  setWaitingSignIn,
} from '../factors/waiting-sign-in';
import type { IdentityServices } from '../identity-services';
import { listHostsWithPasskey } from '../passkeys/passkey-repository';
import type { ContinuedSession } from '../sessions/session';
import { openSession } from './open-session';

/**
 * Lets a sign-in by password wait for the second factor of a user, or for its set-up if the tenant requires one. Does
 * nothing in a browser that the user trusts.
 * @throws ApiError 401 when the sign-in has to wait, 403 for a user who has to use their passkey
 */
export async function requireSecondFactor(
  reply: FastifyReply,
  services: IdentityServices,
  { tenant, user }: PasswordSignIn,
): Promise<void> {
  const { database, getTenantKey, now } = services;
  const { request } = reply;
  const factor = await findSecondFactor(database, user.id);
  if (factor ? await isTrusted(request, services, user, factor) : !(await isFactorRequired(database, tenant))) return;
  // A passkey counts as a factor. The password alone must not set up another one beside it.
  const hosts = factor ? [] : await listHostsWithPasskey(database, user.id);
  if (hosts.some((host) => getTenantKey(host) === tenant)) throw new ApiError(403, 'passkey-needed');
  await setWaitingSignIn(reply, services, { tenant, user });
  await recordOwnAction(database, now(), request, { userId: user.id, tenant }, 'second-factor-asked');
  throw new ApiError(401, factor ? 'second-factor-needed' : 'second-factor-setup-needed');
}

/**
 * Ends a sign-in that waits for the second factor, by a one-time code or a recovery code.
 * @throws ApiError 400 for a malformed code, 401 for a wrong or used one, and if no sign-in waits; TooManyTriesError
 */
export async function signInByFactor(
  reply: FastifyReply,
  services: IdentityServices,
  answer: unknown,
): Promise<ContinuedSession> {
  const { request } = reply;
  const { tenant, user } = await requireWaitingSignIn(request, services);
  const { code, trust } = parse(factorAnswerSchema, answer);
  const method = findCodeKind(code);
  const tried = { action: 'sign-in-refused', method, email: user.email } as const;
  const factor = await withRecordedRefusals(services, request, tried, () => proveFactor(request, services, user, code));
  clearWaitingSignIn(reply);
  return openSession(reply, services, { user, tenant, method, trustedFor: trust ? factor : undefined });
}

import { passkeyProofSchema } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import { ApiError, TooManyTriesError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { findCallTenant } from '../accounts/call-tenant';
import { findRefusal, findUserAtTenant } from '../accounts/member-repository';
import { arePasswordsOff } from '../accounts/tenant-repository';
import { recordCall } from '../audit/audit-log';
import { isNewRefusal } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { verifyPasskey } from '../passkeys/verify-passkey';
import type { ContinuedSession } from '../sessions/session';
import { openSession } from './open-session';

const method = 'passkey';

/**
 * Signs a member of the host's tenant in by a passkey, which proves possession and knows its user by a finger or a PIN:
 * two factors. Refused in a tenant that switches passwords off, because its provider decides who signs in.
 * @throws ApiError 400 for a malformed passkey, 403 for a refused one; TooManyTriesError
 */
export async function signInByPasskey(
  reply: FastifyReply,
  services: IdentityServices,
  answer: unknown,
): Promise<ContinuedSession> {
  const { database, listScaledAddressTries, now, throttle } = services;
  const { request } = reply;
  const proof = parse(passkeyProofSchema, answer);
  const tenant = findCallTenant(request, services);
  let userId: string | undefined;
  try {
    const tries = await listScaledAddressTries('signInFromAddress', request.ip);
    await throttle.count(database, tries);
    const { passkey, user } = await verifyPasskey(services, request, proof);
    userId = user.id;
    const reason = findRefusal(await findUserAtTenant(database, user.email, tenant));
    if (reason !== undefined) throw refuse(reason);
    if (await arePasswordsOff(database, tenant)) throw refuse('provider-only');
    await throttle.refund(database, tries);
    return await openSession(reply, services, { user, tenant, method, passkeyId: passkey.id });
  } catch (error) {
    const isByLimit = error instanceof TooManyTriesError;
    if (error instanceof ApiError && (!isByLimit || isNewRefusal('passkey', error.code, request.ip))) {
      const about = { userId, tenant, details: { reason: error.reason, method } };
      await recordCall(database, now(), request, { action: 'sign-in-refused', ...about });
    }
    throw error;
  }
}

function refuse(reason: string): ApiError {
  return new ApiError(403, 'passkey-refused', { reason });
}

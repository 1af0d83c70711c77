import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError } from '../../http/api-error';
import { findCallTenant } from '../accounts/call-tenant';
import { findUserAtTenant } from '../accounts/member-repository';
import { requirePasswords } from '../accounts/require-passwords';
import type { User } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { lifetimes } from '../sessions/lifetimes';
import { hashToken } from '../sessions/secret-tokens';
import { findCookie } from '../sessions/session-cookies';

const cookieName = 'portico-factor';

const purpose = 'sign-in-waiting-for-factor';

const waitingSchema = v.object({
  userId: v.string(),
  email: v.string(),
  tenant: v.string(),
  /** The digest of the stored password: another password ends the sign-in. */
  password: v.string(),
  until: v.number(),
});

/** Stores in an encrypted cookie that a browser has proved the password of a user, and waits for the second factor. */
export async function setWaitingSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { encryption, now }: IdentityServices,
  { email, id: userId, passwordHash }: User,
  tenant: string,
): Promise<void> {
  const until = addMilliseconds(now(), lifetimes.pendingFactor).getTime();
  const waiting = { userId, email, tenant, password: hashToken(passwordHash ?? ''), until };
  const { name, attributes } = findCookie(request, cookieName);
  reply.setCookie(name, await encryption.encrypt(purpose, JSON.stringify(waiting)), {
    ...attributes,
    maxAge: lifetimes.pendingFactor / 1000,
  });
}

/**
 * Finds the member of the call's tenant whose sign-in waits in this browser for the second factor.
 * @throws ApiError 401 without such a sign-in, after ten minutes, and if the user has changed meanwhile; 403 if the tenant
 * has switched passwords off
 */
export async function requireWaitingSignIn(
  request: FastifyRequest,
  services: IdentityServices,
): Promise<{ readonly user: User; readonly tenant: string }> {
  const { database, encryption, now } = services;
  const text = await encryption.decrypt(purpose, request.cookies[findCookie(request, cookieName).name] ?? '');
  const waiting = text === undefined ? undefined : v.parse(waitingSchema, JSON.parse(text));
  const tenant = findCallTenant(request, services);
  if (waiting === undefined || waiting.tenant !== tenant || waiting.until < now().getTime()) throw createExpired();
  await requirePasswords(database, tenant);
  const found = await findUserAtTenant(database, waiting.email, tenant);
  const isSame =
    found?.isMember &&
    found.user.id === waiting.userId &&
    found.user.disabledAt === null &&
    hashToken(found.user.passwordHash ?? '') === waiting.password;
  if (!isSame) throw createExpired();
  return { user: found.user, tenant };
}

export function clearWaitingSignIn(request: FastifyRequest, reply: FastifyReply): void {
  const { name, attributes } = findCookie(request, cookieName);
  reply.clearCookie(name, attributes);
}

function createExpired(): ApiError {
  return new ApiError(401, 'second-factor-expired');
}

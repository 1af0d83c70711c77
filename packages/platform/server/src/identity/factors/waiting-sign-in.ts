import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { findCallTenant } from '../accounts/call-tenant';
import { findUserAtTenant } from '../accounts/member-repository';
import { requirePasswords } from '../accounts/tenant-repository';
import type { User } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { clearSealedCookie, readSealedCookie, setSealedCookie } from '../sessions/sealed-cookies';
import { hashToken } from '../sessions/secret-tokens';

const cookie = 'portico-factor';

const waitingSchema = v.object({
  userId: v.string(),
  email: v.string(),
  tenant: v.string(),
  /** The digest of the stored password: another password ends the sign-in. */
  password: v.string(),
});

/** A sign-in whose user has proved the password, and who may still have to prove a second factor. */
export interface PasswordSignIn {
  readonly user: User;
  readonly tenant: string;
}

/** Stores in an encrypted cookie that a browser waits for the second factor of a sign-in. */
export function setWaitingSignIn(
  reply: FastifyReply,
  services: IdentityServices,
  { tenant, user: { email, id: userId, passwordHash } }: PasswordSignIn,
): Promise<void> {
  const waiting = { userId, email, tenant, password: hashToken(passwordHash ?? '') };
  return setSealedCookie(reply, services, cookie, waiting);
}

/**
 * Finds the member of the call's tenant whose sign-in waits in this browser for the second factor.
 * @throws ApiError 401 without such a sign-in, after ten minutes, and if the user has changed meanwhile; 403 if the tenant
 * has switched passwords off
 */
export async function requireWaitingSignIn(
  request: FastifyRequest,
  services: IdentityServices,
): Promise<PasswordSignIn> {
  const { database } = services;
  const expired = new ApiError(401, 'second-factor-expired');
  const waiting = await readSealedCookie(request, services, cookie, waitingSchema);
  const tenant = findCallTenant(request, services);
  if (waiting?.tenant !== tenant) throw expired;
  await requirePasswords(database, tenant);
  const found = await findUserAtTenant(database, waiting.email, tenant);
  const isSame =
    found?.isMember &&
    found.user.id === waiting.userId &&
    found.user.disabledAt === null &&
    hashToken(found.user.passwordHash ?? '') === waiting.password;
  if (!isSame) throw expired;
  return { user: found.user, tenant };
}

export function clearWaitingSignIn(reply: FastifyReply): void {
  clearSealedCookie(reply, cookie);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { findUserAtTenant } from '../accounts/member-repository';
import type { User } from '../accounts/user-repository';
import { withRecordedRefusals } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { linkUser } from './admit-user';
import type { Provider } from './provider-repository';
import { clearSealedCookie, readSealedCookie, setSealedCookie } from './sealed-cookies';

const proofSchema = v.object({
  provider: v.string(),
  subject: v.string(),
  email: v.string(),
  link: v.string(),
});

/** A verified sign-in at a provider, for an account of the portal that its owner has still to prove. */
export type NeededProof = v.InferOutput<typeof proofSchema>;

const cookie = 'portico-provider-account';

export function askForProof(reply: FastifyReply, services: IdentityServices, needed: NeededProof): Promise<void> {
  return setSealedCookie(reply, services, cookie, needed);
}

/** @throws ApiError 400 when the browser has none for this provider, or when it is too old */
export async function readNeededProof(
  request: FastifyRequest,
  services: IdentityServices,
  provider: Provider,
): Promise<NeededProof> {
  const needed = await readSealedCookie(request, services, cookie, proofSchema);
  if (needed?.provider !== provider.id) throw new ApiError(400, 'sign-in-answer-unknown');
  return needed;
}

/** Links the account at the provider after the owner has typed the password of the portal; throws ApiError 401 for a wrong one. */
export async function proveAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  services: IdentityServices,
  provider: Provider,
  { email, subject }: NeededProof,
  password: string,
): Promise<User> {
  const { database, now, passwords, throttle } = services;
  return withRecordedRefusals(services, request, 'sign-in-refused', email, async () => {
    const tries = [['passwordOfAccount', email]] as const;
    await throttle.check(tries);
    const user = await passwords.run(async ({ verify }) => {
      await throttle.count(database, tries);
      const found = await findUserAtTenant(database, email, provider.tenant);
      const matches = await verify(found?.user.passwordHash, password);
      // The user may have changed since the provider's answer.
      const isAllowed = found !== undefined && (found.isMember || provider.createsUsers);
      if (!isAllowed || !matches || found.user.disabledAt !== null) throw new ApiError(401, 'wrong-credentials');
      return found.user;
    });
    await database.transaction((tx) => linkUser(tx, request, provider, user, subject, now()));
    await throttle.reset(database, tries);
    clearSealedCookie(reply, cookie);
    return user;
  });
}

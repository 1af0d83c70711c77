import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { findUserAtTenant } from '../accounts/member-repository';
import { describeOwnAction, readCallOrigin, recordAudit } from '../audit/audit-log';
import { withRecordedRefusals } from '../audit/record-refusal';
import { proveFactor } from '../factors/prove-factor';
import { findSecondFactor } from '../factors/second-factor';
import type { IdentityServices } from '../identity-services';
import { clearSealedCookie, readSealedCookie, setSealedCookie } from '../sessions/sealed-cookies';
import { findJoinRefusal, linkAccount } from './admit-user';
import type { Provider } from './provider-repository';

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

interface GivenProof {
  readonly provider: Provider;
  readonly needed: NeededProof;
  /** The code is of the owner's second factor, if they have one. */
  readonly proof: { readonly password: string; readonly code?: string | undefined };
}

/**
 * Links the account at the provider after its owner has proved it as at a sign-in by password.
 * @throws ApiError 401 for a wrong password or code, and for a needed code that is missing; TooManyTriesError
 */
export async function proveAccount(
  reply: FastifyReply,
  services: IdentityServices,
  { needed: { email, subject }, provider, proof: { code, password } }: GivenProof,
): Promise<void> {
  const { database, now, passwords, throttle } = services;
  const { request } = reply;
  const refusable = <Result>(prove: () => Promise<Result>) =>
    withRecordedRefusals(services, request, { action: 'sign-in-refused', method: 'provider', email }, prove);
  const user = await refusable(async () => {
    const tries = [['passwordOfAccount', email]] as const;
    await throttle.check(tries);
    return passwords.run(async ({ verify }) => {
      await throttle.count(database, tries);
      const found = await findUserAtTenant(database, email, provider.tenant);
      const matches = await verify(found?.user.passwordHash, password);
      // The user may have changed since the provider's answer.
      const reason = findJoinRefusal(provider, found) ?? (matches ? undefined : 'wrong-password');
      if (found === undefined || reason !== undefined) throw new ApiError(401, 'wrong-credentials', { reason });
      await throttle.reset(database, tries);
      return found.user;
    });
  });
  if (await findSecondFactor(database, user.id)) {
    if (code === undefined) {
      const own = describeOwnAction(user.id, readCallOrigin(request), provider.tenant);
      await recordAudit(database, now(), { action: 'second-factor-asked', ...own });
      throw new ApiError(401, 'second-factor-needed');
    }
    await refusable(() => proveFactor(request, services, user, code));
  }
  await linkAccount(services, request, { provider, subject, user });
  clearSealedCookie(reply, cookie);
}

import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { findUserAtTenant } from '../accounts/member-repository';
import { recordCall, recordOwnAction } from '../audit/audit-log';
import { hashTyped, withRecordedRefusals } from '../audit/record-refusal';
import { findSecondFactor, proveFactor } from '../factors/second-factor';
import type { IdentityServices } from '../identity-services';
import { getMailTry } from '../limits/account-tries';
import { mailCode, takeMailedCodeTry } from '../passwords/mailed-codes';
import { findKnownBrowser } from '../sessions/browser-marks';
import { clearSealedCookie, readSealedCookie, setSealedCookie } from '../sessions/sealed-cookies';
import { findJoinRefusal, linkAccount } from './admit-user';
import type { Provider } from './provider-repository';

const proofSchema = v.object({
  provider: v.string(),
  subject: v.string(),
  email: v.string(),
  link: v.string(),
  /** The request of a code by mail, which no other browser has. */
  codeRequest: v.optional(v.string()),
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

/**
 * Mails a code that proves the account in this browser, and ends the one of an earlier mail to it. Mails nothing if the
 * user has changed since the provider's answer and may not sign in.
 * @throws TooManyTriesError, BusyError
 */
export async function mailAccountCode(
  reply: FastifyReply,
  services: IdentityServices,
  provider: Provider,
  needed: NeededProof,
): Promise<void> {
  const { background, database, now, passwords, sign, throttle } = services;
  const { request } = reply;
  const { email, codeRequest: id = `linking ${randomUUID()}` } = needed;
  await withRecordedRefusals(services, request, { action: 'sign-in-refused', method: 'provider', email }, async () => {
    passwords.requireRoom();
    await throttle.count(database, [getMailTry(email, findKnownBrowser(request, sign, email))]);
  });
  await recordCall(database, now(), request, {
    action: 'linking-code-requested',
    typed: hashTyped(sign, email),
    tenant: provider.tenant,
    target: provider.id,
  });
  const found = await findUserAtTenant(database, email, provider.tenant);
  const user = findJoinRefusal(provider, found) === undefined ? found?.user : undefined;
  await askForProof(reply, services, { ...needed, codeRequest: id });
  const values = { provider: provider.name };
  background.run(() => mailCode(services, request, user, { id, mail: 'mail.linking', values }));
}

interface GivenProof {
  readonly provider: Provider;
  readonly needed: NeededProof;
  /** The password of the account, or a code that was mailed to it, and the code of the owner's second factor. */
  readonly proof: ({ readonly password: string } | { readonly mailed_code: string }) & {
    readonly code?: string | undefined;
  };
}

/**
 * Links the account at the provider after its owner has proved it as at a sign-in by password, or by a mailed code.
 * @throws ApiError 401 for a wrong password or code, and for a needed code that is missing; TooManyTriesError
 */
export async function proveAccount(
  reply: FastifyReply,
  services: IdentityServices,
  { needed: { codeRequest, email, subject }, provider, proof }: GivenProof,
): Promise<void> {
  const { database, now, passwords, throttle } = services;
  const { request } = reply;
  const refusable = <Result>(prove: () => Promise<Result>) =>
    withRecordedRefusals(services, request, { action: 'sign-in-refused', method: 'provider', email }, prove);
  const { codeHash, user } = await refusable(async () => {
    const tries = [['passwordOfAccount', email]] as const;
    await throttle.check(tries);
    return passwords.run(async ({ verify }) => {
      await throttle.count(database, tries);
      const found = await findUserAtTenant(database, email, provider.tenant);
      const isByMail = 'mailed_code' in proof;
      const taken = isByMail && codeRequest ? await takeMailedCodeTry(database, email, codeRequest, now()) : undefined;
      const matches = isByMail
        ? await verify(taken?.codeHash, proof.mailed_code)
        : await verify(found?.user.passwordHash, proof.password);
      // The user may have changed since the provider's answer.
      const reason =
        findJoinRefusal(provider, found) ?? (matches ? undefined : isByMail ? 'wrong-code' : 'wrong-password');
      if (found === undefined || reason !== undefined) {
        throw new ApiError(401, isByMail ? 'code-invalid' : 'wrong-credentials', { reason });
      }
      await throttle.reset(database, tries);
      return { codeHash: taken?.codeHash, user: found.user };
    });
  });
  if (await findSecondFactor(database, user.id)) {
    const { code } = proof;
    if (code === undefined) {
      const member = { userId: user.id, tenant: provider.tenant };
      await recordOwnAction(database, now(), request, member, 'second-factor-asked');
      throw new ApiError(401, 'second-factor-needed');
    }
    await refusable(() => proveFactor(request, services, user, code));
  }
  await refusable(() => linkAccount(services, request, { codeHash, provider, subject, user }));
  clearSealedCookie(reply, cookie);
}

import {
  type Confirmation,
  type ConfirmationMethod,
  type ConfirmationState,
  confirmationMethods,
} from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import { findSecondFactor, proveFactor } from '../factors/second-factor';
import type { IdentityServices } from '../identity-services';
import { readPageOrigin } from '../passkeys/challenges';
import { listHostsWithPasskey } from '../passkeys/passkey-repository';
import { verifyPasskey } from '../passkeys/verify-passkey';
import { deleteMailedCodes, takeMailedCodeTry } from '../passwords/mailed-codes';
import type { LiveSession } from '../sessions/session';
import type { Session } from '../sessions/session-repository';
import { getProofAddress, listProvingProviders } from './confirm-at-provider';

/** Lists the ways in which the user of a session can prove again who they are, at the page of a call. */
export async function listConfirmationMethods(
  { database }: IdentityServices,
  request: FastifyRequest,
  { session, user: { id, passwordHash } }: LiveSession,
): Promise<Pick<ConfirmationState, 'methods' | 'providers'>> {
  const page = new URL(readPageOrigin(request));
  const hasFactor = (await findSecondFactor(database, id)) !== undefined;
  // A page of another host has no pages of providers.
  const proving = page.host === request.host ? await listProvingProviders(database, session) : [];
  const can: Record<ConfirmationMethod, boolean> = {
    password: passwordHash !== null,
    code: hasFactor,
    passkey: (await listHostsWithPasskey(database, id)).includes(page.hostname),
    provider: proving.length > 0,
    'mailed-code': passwordHash === null && !hasFactor,
  };
  return {
    methods: confirmationMethods.filter((method) => can[method]),
    providers: proving.map((provider) => ({ name: provider.name, address: getProofAddress(provider.id) })),
  };
}

/** Names the request of a mailed code that confirms a session. */
export function getCodeRequest({ id }: Session): string {
  return `confirmation ${id}`;
}

/**
 * Checks that the user of a session is who they are. Failures count for the account.
 * @throws ApiError 403 for a wrong proof; TooManyTriesError; BusyError
 */
export async function proveUser(
  services: IdentityServices,
  request: FastifyRequest,
  { proof, session, user }: LiveSession & { readonly proof: Confirmation },
): Promise<void> {
  const { database, now, passwords, throttle } = services;
  const tries = [['passwordOfAccount', user.email]] as const;
  if ('code' in proof) {
    // 403, because the shell refreshes the session and retries after a 401.
    await proveFactor(request, services, user, proof.code).catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 401 ? new ApiError(403, error.code) : error;
    });
  } else if ('passkey' in proof) {
    await throttle.count(database, tries);
    const { user: owner } = await verifyPasskey(services, request, proof.passkey);
    if (owner.id !== user.id) throw new ApiError(403, 'passkey-refused', { reason: 'passkey-of-another-user' });
  } else {
    await passwords.run(async ({ verify }) => {
      await throttle.count(database, tries);
      if ('password' in proof) {
        if (!(await verify(user.passwordHash, proof.password))) throw new ApiError(403, 'wrong-password');
        return;
      }
      // A user who has another proof needs it: their mails may have other readers.
      const { methods } = await listConfirmationMethods(services, request, { session, user });
      const taken = methods.includes('mailed-code')
        ? await takeMailedCodeTry(database, user.email, getCodeRequest(session), now())
        : undefined;
      const isRight = await verify(taken?.codeHash, proof.mailed_code);
      if (!taken || !isRight || !(await deleteMailedCodes(database, user.id)).includes(taken.codeHash)) {
        throw new ApiError(403, 'code-invalid');
      }
    });
  }
  await throttle.reset(database, tries);
}

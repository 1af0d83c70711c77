import type { NewPasskey, PasskeyProof } from '@portico/contract';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import type { User } from '../accounts/user-repository';
import { readCallOrigin, recordAudit } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { type Challenge, type ChallengePurpose, consumeChallenge, readChallenge } from './challenges';
import { blockPasskey, countUse, findPasskey, type StoredPasskey, type VerifiedPasskey } from './passkey-repository';

/** The algorithms of keys, the preferred one first: EdDSA, ES256 and RS256 (IANA COSE Algorithms). */
export const passkeyAlgorithms = [-8, -7, -257];

/**
 * Verifies a new passkey, which the page made by options for this purpose.
 * @returns the passkey, and its challenge, which the caller uses up in the transaction that stores the passkey
 * @throws ApiError 403
 */
export async function verifyNewPasskey(
  services: IdentityServices,
  request: FastifyRequest,
  purpose: Exclude<ChallengePurpose, 'use'>,
  { response, state }: NewPasskey,
): Promise<{ readonly passkey: VerifiedPasskey; readonly challenge: Challenge }> {
  const challenge = await readChallenge(services, request, purpose, state);
  const host = new URL(challenge.origin).hostname;
  const { verified, registrationInfo } = await refuseErrors(() =>
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge.challenge,
      expectedOrigin: challenge.origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    }),
  );
  if (!verified) throw refuse('not-verified');
  const { counter, id, publicKey } = registrationInfo.credential;
  const passkey = { credentialId: id, host, userHandle: challenge.handle, publicKey: Buffer.from(publicKey), counter };
  return { passkey, challenge };
}

/**
 * Verifies the use of a passkey at the host of the page, and blocks the passkey if its counter went back.
 * @returns the passkey, and its user, who may be disabled or no member of the tenant
 * @throws ApiError 403
 */
export async function verifyPasskey(
  services: IdentityServices,
  request: FastifyRequest,
  { response, state }: PasskeyProof,
): Promise<{ readonly passkey: StoredPasskey; readonly user: User }> {
  const { database, now } = services;
  const challenge = await readChallenge(services, request, 'use', state);
  const host = new URL(challenge.origin).hostname;
  const found = await findPasskey(database, response.id);
  if (found === undefined) throw refuse('passkey-unknown');
  const { passkey, user } = found;
  if (passkey.host !== host) throw refuse('passkey-of-another-host');
  if (passkey.userHandle !== response.response.userHandle) throw refuse('passkey-of-another-user');
  if (passkey.blockedAt !== null) throw new ApiError(403, 'passkey-blocked');
  const { userHandle, ...rest } = response.response;
  const { authenticationInfo, verified } = await refuseErrors(() =>
    verifyAuthenticationResponse({
      response: { ...response, response: { ...rest, userHandle }, clientExtensionResults: {} },
      expectedChallenge: challenge.challenge,
      expectedOrigin: challenge.origin,
      expectedRPID: host,
      requireUserVerification: true,
      // The library would refuse a counter that went back before it checks the signature: anybody could block a passkey.
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }),
  );
  if (!verified) throw refuse('not-verified');
  const isCounted = await database.transaction(async (tx) => {
    await consumeChallenge(tx, challenge, now());
    if (await countUse(tx, passkey.id, authenticationInfo.newCounter, now())) return true;
    if (!(await blockPasskey(tx, passkey.id, now()))) return false;
    const details = { counter: authenticationInfo.newCounter, before: passkey.counter };
    const about = { actor: { kind: 'visitor' }, origin: readCallOrigin(request), userId: user.id } as const;
    await recordAudit(tx, now(), { action: 'passkey-blocked', ...about, target: passkey.name, details });
    return false;
  });
  if (!isCounted) throw new ApiError(403, 'passkey-blocked');
  return found;
}

function refuse(reason: string, cause?: unknown): ApiError {
  return new ApiError(403, 'passkey-refused', { reason, cause });
}

/** The library throws for an answer of another origin, host or challenge, and for bytes that it cannot read. */
async function refuseErrors<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (error) {
    throw refuse('not-verified', error);
  }
}

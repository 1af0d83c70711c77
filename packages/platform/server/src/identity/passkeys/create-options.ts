import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { findCallTenant } from '../accounts/call-tenant';
import { findTenant } from '../accounts/tenant-repository';
import type { IdentityServices } from '../identity-services';
import { lifetimes } from '../sessions/lifetimes';
import { type ChallengePurpose, createChallenge, readPageOrigin } from './challenges';
import { createUserHandle, type StoredPasskey } from './passkey-repository';
import { passkeyAlgorithms } from './verify-passkey';

const timeout = lifetimes.passkeyChallenge;

interface Ceremony<Options> {
  /** The challenge, which the page sends back. */
  readonly state: string;
  readonly options: Options;
}

/** Creates the options to use any passkey of the host: the authenticator names the user. */
export async function createRequestOptions(
  services: IdentityServices,
  request: FastifyRequest,
): Promise<Ceremony<PublicKeyCredentialRequestOptionsJSON>> {
  const { challenge, state } = await createChallenge(services, request, 'use');
  const { hostname: rpID } = new URL(readPageOrigin(request));
  const options = { rpID, challenge: toBytes(challenge), timeout, userVerification: 'required' } as const;
  return { state, options: await generateAuthenticationOptions(options) };
}

/**
 * Creates the options for a new passkey, which the authenticator finds later without an e-mail.
 * @param own the passkeys of the user: an authenticator that has one refuses another, which would replace it
 */
export async function createCreationOptions(
  services: IdentityServices,
  request: FastifyRequest,
  purpose: Exclude<ChallengePurpose, 'use'>,
  user: { readonly email: string; readonly name: string },
  own: readonly StoredPasskey[],
): Promise<Ceremony<PublicKeyCredentialCreationOptionsJSON>> {
  const { hostname: rpID } = new URL(readPageOrigin(request));
  const here = own.filter(({ host }) => host === rpID);
  const handle = here[0]?.userHandle ?? createUserHandle();
  const { challenge, state } = await createChallenge(services, request, purpose, handle);
  const tenant = await findTenant(services.database, findCallTenant(request, services));
  const options = await generateRegistrationOptions({
    rpID,
    rpName: tenant?.name ?? 'Portico',
    userID: toBytes(handle),
    userName: user.email,
    userDisplayName: user.name,
    challenge: toBytes(challenge),
    timeout,
    attestationType: 'none',
    excludeCredentials: here.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [...passkeyAlgorithms],
  });
  return { state, options };
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

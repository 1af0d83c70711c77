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
import { createUserHandle, listPasskeys } from './passkey-repository';
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
 * @param user without an id if they have no account yet. An authenticator refuses a second passkey of the same user at a
 * host, which would replace the first.
 */
export async function createCreationOptions(
  services: IdentityServices,
  request: FastifyRequest,
  purpose: Exclude<ChallengePurpose, 'use'>,
  { email, id, name }: { readonly email: string; readonly id?: string; readonly name: string },
): Promise<Ceremony<PublicKeyCredentialCreationOptionsJSON>> {
  const { hostname: rpID } = new URL(readPageOrigin(request));
  const own = id === undefined ? [] : await listPasskeys(services.database, id);
  const here = own.filter(({ host }) => host === rpID);
  const handle = here[0]?.userHandle ?? createUserHandle();
  const { challenge, state } = await createChallenge(services, request, purpose, handle);
  const tenant = await findTenant(services.database, findCallTenant(request, services));
  const options = await generateRegistrationOptions({
    rpID,
    rpName: tenant?.name ?? 'Portico',
    userID: toBytes(handle),
    userName: email,
    userDisplayName: name,
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

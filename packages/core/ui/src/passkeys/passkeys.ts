// A separate entry, bundled into each late chunk that needs passkeys.
import type { PasskeyCreation, PasskeyRequest } from '@portico/contract';

/** The answer of a browser, as the API takes it. */
interface PasskeyAnswer {
  readonly state: string;
  readonly response: object;
}

/** Asks the browser to create a passkey. Throws the DOMException that `findPasskeyProblem` explains. */
export async function createPasskey({ options, state }: PasskeyCreation): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return { state, response: toJson(await navigator.credentials.create({ publicKey })) };
}

/**
 * Asks the browser for a passkey, in its own dialog; with `conditional`, in the list of the field with `webauthn` in
 * its `autocomplete`. Throws the DOMException that `findPasskeyProblem` explains.
 */
export async function askForPasskey(
  { options, state }: PasskeyRequest,
  mediation?: { readonly mediation: 'conditional'; readonly signal: AbortSignal },
): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return { state, response: toJson(await navigator.credentials.get({ publicKey, ...mediation })) };
}

function toJson(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No credential.', 'NotAllowedError');
  return credential.toJSON();
}

/** Whether this browser has passkeys. At an IP address it has, but refuses to use them. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Why a browser gave no passkey: the user cancelled or waited too long, the authenticator has one, or it cannot. */
export type PasskeyProblem = 'cancelled' | 'exists' | 'unsupported';

const problems: Readonly<Record<string, PasskeyProblem>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'exists',
  NotSupportedError: 'unsupported',
  SecurityError: 'unsupported',
  ConstraintError: 'unsupported',
};

/** Explains the error of a browser that gave no passkey (Web Authentication Level 3, 5.1.3 and 5.1.4). */
export function findPasskeyProblem(error: unknown): PasskeyProblem | undefined {
  return error instanceof DOMException ? problems[error.name] : undefined;
}

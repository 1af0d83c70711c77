// A separate entry, bundled into each late chunk that asks for a passkey.
import type { PasskeyCreation, PasskeyRequest } from '@portico/contract';

/** The answer of a browser, as the API takes it. */
interface PasskeyAnswer {
  readonly state: string;
  readonly response: object;
}

/**
 * Asks the browser to create a passkey, in its own dialog. The browser parses the options. Throws the DOMException that
 * `findPasskeyProblem` explains.
 */
export async function createPasskey({ options, state }: PasskeyCreation): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return { state, response: toJson(await navigator.credentials.create({ publicKey })) };
}

/**
 * Asks the browser for a passkey, in its own dialog; with `conditional`, in the list of the field that has `webauthn` in
 * its `autocomplete`. The browser parses the options. Throws the DOMException that `findPasskeyProblem` explains.
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

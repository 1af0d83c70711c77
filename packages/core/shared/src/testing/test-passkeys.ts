/** The next answer of the browser: a passkey, or the name of the error that it throws. */
type Answer = 'passkey' | 'NotAllowedError' | 'InvalidStateError' | 'SecurityError';

/**
 * Gives jsdom, which has no passkeys, those of a browser with one.
 * @returns the requests to the browser, and a function that sets its next answer
 */
export function supportPasskeys(isConditional = true) {
  const requests: string[] = [];
  let answer: Answer = 'passkey';
  class Credential {
    static isConditionalMediationAvailable = async () => isConditional;
    static parseCreationOptionsFromJSON = (options: unknown) => options;
    static parseRequestOptionsFromJSON = (options: unknown) => options;
    toJSON() {
      const response = { clientDataJSON: 'e30', attestationObject: 'aa', authenticatorData: 'aa', signature: 'aa' };
      return { id: 'aa', rawId: 'aa', type: 'public-key', response };
    }
  }
  const ask = (kind: string) => async (options: { readonly mediation?: string }) => {
    requests.push(options.mediation ?? kind);
    if (answer !== 'passkey') throw new DOMException('', answer);
    return new Credential();
  };
  Object.assign(globalThis, { PublicKeyCredential: Credential });
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: ask('create'), get: ask('get') },
  });
  return {
    requests,
    answer(next: Answer) {
      answer = next;
      requests.length = 0;
    },
    remove: () => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'),
  };
}

/** The options of the server for `navigator.credentials.get`. */
export const passkeyRequest = {
  state: 'a-state',
  options: { challenge: 'aa', rpId: 'localhost', timeout: 600_000, userVerification: 'required' },
};

/** The options of the server for `navigator.credentials.create`. */
export const passkeyCreation = {
  state: 'a-state',
  options: {
    rp: { id: 'localhost', name: 'SMSA' },
    user: { id: 'aa', name: 'ana@portico.test', displayName: 'Ana' },
    challenge: 'aa',
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 600_000,
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  },
};

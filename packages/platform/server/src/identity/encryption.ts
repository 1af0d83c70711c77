import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

/** Encrypts texts that the server must read again, such as the secret of a client at a provider. */
export interface Encryption {
  /** Encrypts a text for one purpose (AES-256-GCM in a compact JWE, RFC 7516): letters, digits, `-`, `_` and `.`. */
  encrypt(purpose: string, text: string): Promise<string>;
  /** Returns the text; `undefined` if it was encrypted for another purpose or with another key, or was changed. */
  decrypt(purpose: string, encrypted: string): Promise<string | undefined>;
}

/** Each purpose has its own key, derived from the secret (HKDF, RFC 5869). */
export function createEncryption(secret: string): Encryption {
  const deriveKey = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', `portico ${purpose}`, 32));
  const algorithms = { alg: 'dir', enc: 'A256GCM' } as const;
  return {
    encrypt: (purpose, text) =>
      new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(algorithms).encrypt(deriveKey(purpose)),
    async decrypt(purpose, encrypted) {
      const options = { keyManagementAlgorithms: [algorithms.alg], contentEncryptionAlgorithms: [algorithms.enc] };
      try {
        const { plaintext } = await compactDecrypt(encrypted, deriveKey(purpose), options);
        return new TextDecoder().decode(plaintext);
      } catch {
        return undefined;
      }
    },
  };
}

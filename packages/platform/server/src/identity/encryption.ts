import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, EncryptJWT, jwtDecrypt } from 'jose';
import * as v from 'valibot';

/** Encrypts what only the server may read, each time for one purpose (AES-256-GCM in a compact JWE, RFC 7516). */
export type Encryption = ReturnType<typeof createEncryption>;

const header = { alg: 'dir', enc: 'A256GCM' } as const;
const accepted = { keyManagementAlgorithms: [header.alg], contentEncryptionAlgorithms: [header.enc] };

/** Each purpose has its own key, derived from the secret (HKDF, RFC 5869). */
export function createEncryption(secret: string, now: () => Date) {
  const deriveKey = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', `portico ${purpose}`, 32));
  return {
    /** Encrypts a text that the server stores, such as the secret of a client at a provider. */
    encrypt: (purpose: string, text: string): Promise<string> =>
      new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(deriveKey(purpose)),
    /** Returns the text; `undefined` if it was encrypted for another purpose or with another key, or was changed. */
    decrypt: async (purpose: string, encrypted: string): Promise<string | undefined> => {
      const found = await compactDecrypt(encrypted, deriveKey(purpose), accepted).catch(() => undefined);
      return found && new TextDecoder().decode(found.plaintext);
    },
    /** Encrypts data that a browser keeps for the server, as a JWT that ends after `lifetime` milliseconds (RFC 7519). */
    seal: (purpose: string, data: object, lifetime: number): Promise<string> =>
      new EncryptJWT({ data })
        .setProtectedHeader(header)
        .setExpirationTime(Math.floor((now().getTime() + lifetime) / 1000))
        .encrypt(deriveKey(purpose)),
    /** Returns the data of `seal`; `undefined` if it has ended, was sealed for another purpose, or is of another shape. */
    unseal: async <Schema extends v.GenericSchema>(
      purpose: string,
      sealed: string | undefined,
      schema: Schema,
    ): Promise<v.InferOutput<Schema> | undefined> => {
      const checks = { ...accepted, currentDate: now(), requiredClaims: ['exp'] };
      const found = await jwtDecrypt(sealed ?? '', deriveKey(purpose), checks).catch(() => undefined);
      const read = v.safeParse(schema, found?.payload.data);
      return read.success ? read.output : undefined;
    },
  };
}

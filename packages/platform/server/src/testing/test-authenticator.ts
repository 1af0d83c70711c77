import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import * as v from 'valibot';

/** The parts of an answer that an attacker, or another browser, changes. */
interface Variation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly isVerified?: boolean;
  readonly credentialId?: string;
}

const creationSchema = v.object({
  state: v.string(),
  options: v.object({
    challenge: v.string(),
    rp: v.object({ id: v.string() }),
    user: v.object({ id: v.string() }),
    excludeCredentials: v.array(v.object({ id: v.string() })),
  }),
});
const requestSchema = v.object({
  state: v.string(),
  options: v.object({ challenge: v.string(), rpId: v.string(), userVerification: v.literal('required') }),
});

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encode = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** CBOR (RFC 8949) of the few values that an authenticator sends. */
function toCbor(value: unknown): Buffer {
  const head = (major: number, count: number) =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap((pair) => pair.map(toCbor))]);
  }
  throw new Error('Only numbers, texts, bytes and maps.');
}

/**
 * One passkey of an authenticator in software (Web Authentication Level 3, 6): a key pair of ES256, and a counter that
 * grows with each signature.
 */
export function createTestAuthenticator(pageOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = v.parse(v.object({ x: v.string(), y: v.string() }), publicKey.export({ format: 'jwk' }));
  const id = randomBytes(16);
  let handle = '';
  let counter = 0;

  function describeClient(type: string, challenge: string, origin: string): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  /** The user is present (bit 0) and verified (bit 2); new credentials follow (bit 6). */
  function describeData(rpId: string, isVerified: boolean, count: number, credential?: Buffer): Buffer {
    const flags = 1 | (isVerified ? 4 : 0) | (credential ? 64 : 0);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([hash(rpId), Buffer.from([flags]), counted, credential ?? Buffer.alloc(0)]);
  }

  return {
    id: encode(id),
    getHandle: () => handle,
    /** Creates the passkey: the body for `POST /auth/passkeys`. */
    create(ceremony: unknown, { origin = pageOrigin, isVerified = true, ...other }: Variation = {}) {
      const { options, state } = v.parse(creationSchema, ceremony);
      if (options.excludeCredentials.some((excluded) => excluded.id === encode(id))) throw new Error('Excluded.');
      handle = options.user.id;
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(jwk.x, 'base64url')],
        [-3, Buffer.from(jwk.y, 'base64url')],
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, toCbor(key)]);
      const authData = describeData(other.rpId ?? options.rp.id, isVerified, counter, credential);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      const client = describeClient('webauthn.create', other.challenge ?? options.challenge, origin);
      const response = { clientDataJSON: encode(client), attestationObject: encode(toCbor(attestation)) };
      return { state, response: { id: encode(id), rawId: encode(id), type: 'public-key', response } };
    },
    /** Signs a challenge: the body for `POST /auth/passkey`. */
    use(ceremony: unknown, { origin = pageOrigin, isVerified = true, ...other }: Variation = {}) {
      const { options, state } = v.parse(requestSchema, ceremony);
      if (other.counter === undefined) counter += 1;
      const authenticatorData = describeData(other.rpId ?? options.rpId, isVerified, other.counter ?? counter);
      const client = describeClient('webauthn.get', other.challenge ?? options.challenge, origin);
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash(client)]), privateKey);
      const response = {
        clientDataJSON: encode(client),
        authenticatorData: encode(authenticatorData),
        signature: encode(signature),
        userHandle: other.userHandle ?? handle,
      };
      const credentialId = other.credentialId ?? encode(id);
      return { state, response: { id: credentialId, rawId: credentialId, type: 'public-key', response } };
    },
  };
}

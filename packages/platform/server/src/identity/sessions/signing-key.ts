import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { getOrCreateSecret } from '../../database/secret-repository';

export const signingAlgorithm = 'ES256';

/** If the row is deleted, the next start creates a new key (docs/operating.md). */
const secretName = 'access-token-es256';

const privateJwkSchema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
});

/** Key pair that signs and verifies access tokens. */
export interface SigningKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** Published at `/.well-known/jwks.json`. Tokens name it by its `kid`. */
  readonly publicJwk: JWK & { readonly kid: string };
}

/** Loads the key pair from the database, or creates it. */
export async function loadSigningKey(executor: Executor): Promise<SigningKey> {
  const stored = v.parse(privateJwkSchema, JSON.parse(await getOrCreateSecret(executor, secretName, makePrivateJwk)));
  const { d: _private, ...point } = stored;
  const kid = await calculateJwkThumbprint(point);
  const publicJwk = { ...point, kid, alg: signingAlgorithm, use: 'sig' };
  return { privateKey: await importKey(stored), publicKey: await importKey(publicJwk), publicJwk };
}

async function makePrivateJwk(): Promise<string> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm);
  if (key instanceof Uint8Array) throw new Error('A key of ES256 is a pair of numbers.');
  return key;
}

import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
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
  readonly privateJwk: JWK;
  /** Published at `/.well-known/jwks.json`. Tokens name it by its `kid`. */
  readonly publicJwk: JWK & { readonly kid: string };
}

/** Loads the key pair from the database, or creates it. */
export async function loadSigningKey(executor: Executor): Promise<SigningKey> {
  const stored = await getOrCreateSecret(executor, secretName, makePrivateJwk);
  const privateJwk = v.parse(privateJwkSchema, JSON.parse(stored));
  const { d: _private, ...point } = privateJwk;
  const kid = await calculateJwkThumbprint(point);
  return { privateJwk, publicJwk: { ...point, kid, alg: signingAlgorithm, use: 'sig' } };
}

async function makePrivateJwk(): Promise<string> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

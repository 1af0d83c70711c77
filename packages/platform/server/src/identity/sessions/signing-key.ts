import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Executor } from '../../database/database';
import { getOrCreateSecret } from '../../database/secret-repository';

export const signingAlgorithm = 'ES256';

/** If the row is deleted, the next start creates a new key (docs/operating.md). */
const secretName = 'access-token-es256';

/** Key pair that signs and verifies access tokens. */
export interface SigningKey {
  readonly privateJwk: JWK;
  /** Published at `/.well-known/jwks.json`. Tokens name it by its `kid`. */
  readonly publicJwk: JWK & { readonly kid: string };
}

/** Loads the key pair from the database, or creates it. */
export async function loadSigningKey(executor: Executor): Promise<SigningKey> {
  const privateJwk: JWK = JSON.parse(await getOrCreateSecret(executor, secretName, makePrivateJwk));
  const { d: _private, ...point } = privateJwk;
  const kid = await calculateJwkThumbprint(point);
  return { privateJwk, publicJwk: { ...point, kid, alg: signingAlgorithm, use: 'sig' } };
}

async function makePrivateJwk(): Promise<string> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

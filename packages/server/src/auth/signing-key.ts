import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import * as v from 'valibot';
import type { Executor } from '../database/database';
import { secretOf } from '../database/secret-repository';

export const signingAlgorithm = 'ES256';

/** Deleted, it is made anew at the next start (docs/operating.md). */
const secretName = 'access-token-es256';

const privateJwkSchema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
});

/** The pair of keys that access tokens are signed and checked with. */
export interface SigningKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** The public one as others read it; its `kid` stands in the tokens. */
  readonly publicJwk: JWK & { readonly kid: string };
}

/** The key pair of this database, made at first use. */
export async function signingKeyOf(executor: Executor): Promise<SigningKey> {
  const stored = v.parse(privateJwkSchema, JSON.parse(await secretOf(executor, secretName, makePrivateJwk)));
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

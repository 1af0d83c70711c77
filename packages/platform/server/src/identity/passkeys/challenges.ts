import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError } from '../../http/api-error';
import { requireOwnOrigin } from '../../http/require-own-origin';
import type { IdentityServices } from '../identity-services';
import { usedChallenges } from '../proof-tables';
import { lifetimes } from '../sessions/lifetimes';
import { hashToken } from '../sessions/secret-tokens';

const challengeSchema = v.object({
  challenge: v.string(),
  /** The origin of the page that got it. */
  origin: v.string(),
  /** The user handle of a new passkey. */
  handle: v.string(),
});

/** A challenge that a page got, and may answer once. */
export type Challenge = v.InferOutput<typeof challengeSchema>;

/** The purpose of a challenge: any passkey of the host, or a new one of a session or an invitation. */
export type ChallengePurpose = 'use' | `session ${string}` | `invitation ${string}`;

/**
 * Draws a challenge for the page of a call. `state` is the challenge, encrypted for its purpose: the page sends it back
 * with the answer, so the server keeps nothing for visitors who only look at the sign-in form, and tabs are independent.
 * @param handle the user handle of a new passkey
 */
export async function createChallenge(
  services: IdentityServices,
  request: FastifyRequest,
  purpose: ChallengePurpose,
  handle = '',
) {
  const { allowedOrigins, encryption } = services;
  requireOwnOrigin(request, allowedOrigins);
  const challenge = { challenge: randomBytes(32).toString('base64url'), origin: readPageOrigin(request), handle };
  const state = await encryption.seal(`passkey ${purpose}`, challenge, lifetimes.passkeyChallenge);
  return { state, challenge: challenge.challenge };
}

/**
 * Reads the challenge of a `state` that a page of the same origin sends back.
 * @throws ApiError 403 unless the server drew it for this purpose and origin, and it is valid
 */
export async function readChallenge(
  services: IdentityServices,
  request: FastifyRequest,
  purpose: ChallengePurpose,
  state: string,
): Promise<Challenge> {
  const { allowedOrigins, encryption } = services;
  requireOwnOrigin(request, allowedOrigins);
  const challenge = await encryption.unseal(`passkey ${purpose}`, state, challengeSchema);
  if (challenge === undefined) throw new ApiError(403, 'passkey-expired', { reason: 'challenge-ended-or-foreign' });
  if (challenge.origin !== readPageOrigin(request)) {
    throw new ApiError(403, 'passkey-refused', { reason: 'challenge-of-another-page' });
  }
  return challenge;
}

/** Uses a challenge up; throws ApiError 403 if it was used before. Concurrent calls wait for each other. */
export async function consumeChallenge(tx: Executor, { challenge }: Challenge, now: Date): Promise<void> {
  const expiresAt = addMilliseconds(now, lifetimes.passkeyChallenge);
  const used = await tx
    .insert(usedChallenges)
    .values({ hash: hashToken(challenge), expiresAt })
    .onConflictDoNothing()
    .returning();
  if (used.length === 0) throw new ApiError(403, 'passkey-expired', { reason: 'challenge-used' });
}

/**
 * Returns the origin of the page that calls. A browser names it in each call but a plain GET; a proxy
 * that ends TLS may hide its scheme.
 */
export function readPageOrigin(request: FastifyRequest): string {
  const { origin } = request.headers;
  return origin !== undefined && URL.canParse(origin)
    ? new URL(origin).origin
    : new URL(`${request.protocol}://${request.host}`).origin;
}

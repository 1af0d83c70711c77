import type { FastifyReply } from 'fastify';
import {
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import * as v from 'valibot';
import type { IdentityServices } from '../identity-services';
import { clearSealedCookie, readSealedCookie, setSealedCookie } from '../sessions/sealed-cookies';

const attemptSchema = v.object({
  provider: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  link: v.string(),
  /** The session whose user proves again who they are, and since when, in milliseconds. A sign-in has none. */
  confirms: v.optional(v.object({ session: v.string(), since: v.number() })),
});

/** One sign-in at a provider that a browser has started. */
export type Attempt = v.InferOutput<typeof attemptSchema>;

interface NewAttempt extends Pick<Attempt, 'provider' | 'link' | 'confirms'> {
  /** Those of the request to the provider that do not protect it. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Its end is the state: a browser that has started no attempt with the state of an answer has no such cookie. */
const prefix = 'portico-attempt-';
/** Attempts of a browser, such as its tabs. Each takes a kilobyte in its requests. */
const mostAttempts = 6;
/** A longer link would not fit into a cookie. */
const maxLink = 1500;

const stateSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** Starts an attempt in its own cookie. Returns the address at the provider. */
export async function startAttempt(
  reply: FastifyReply,
  services: IdentityServices,
  configuration: Configuration,
  { parameters, ...attempt }: NewAttempt,
): Promise<URL> {
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  // Browsers send the oldest first (RFC 6265, section 5.4).
  const earlier = Object.keys(reply.request.cookies).filter((name) => name.includes(prefix));
  for (const name of earlier.slice(0, Math.max(0, earlier.length - mostAttempts + 1))) {
    clearSealedCookie(reply, name.slice(name.indexOf(prefix)));
  }
  const link = attempt.link.length > maxLink ? '/' : attempt.link;
  await setSealedCookie(reply, services, prefix + state, { ...attempt, link, nonce, verifier });
  return buildAuthorizationUrl(configuration, {
    ...parameters,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
}

/** Finds the attempt that an answer belongs to, and clears its cookie, so that the answer is used once. */
export async function takeAttempt(
  reply: FastifyReply,
  services: IdentityServices,
  state: unknown,
): Promise<Attempt | undefined> {
  if (!v.is(stateSchema, state)) return undefined;
  const attempt = await readSealedCookie(reply.request, services, prefix + state, attemptSchema);
  clearSealedCookie(reply, prefix + state);
  return attempt;
}

import { emailSchema, userNameSchema } from '@portico/contract';
import type { FastifyBaseLogger } from 'fastify';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  ClientError,
  type Configuration,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import type { Claims } from './apply-mappings';
import type { RefreshedTokens } from './provider-tokens';
import type { Attempt } from './sign-in-attempt';

/** Providers send claims that the portal cannot use, such as empty names. */
const optionalClaim = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  /** The session at the provider. */
  sid: optionalClaim(v.pipe(v.string(), v.maxLength(255))),
  email: optionalClaim(emailSchema),
  email_verified: v.optional(v.unknown()),
  /** Microsoft Entra ID: whether the owner of the e-mail's domain has verified it. */
  xms_edov: v.optional(v.unknown()),
  name: optionalClaim(userNameSchema),
  picture: optionalClaim(v.pipe(v.string(), v.url(), v.maxLength(2000))),
});

/** Providers write booleans in these ways. */
const yes: readonly unknown[] = [true, 'true', 1, '1'];

/** The user of a sign-in, as the provider describes them. */
export interface ProvidedAccount {
  readonly subject: string;
  readonly sid: string | null;
  /** Only if the provider has verified it. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly picture: string | undefined;
  /** All that it says, as the provider wrote it. */
  readonly claims: Claims;
  readonly refreshToken: string | undefined;
}

/** The answer of a provider. */
interface Answer {
  readonly address: URL;
  /** The name of the provider. */
  readonly provider: string;
  /** Maximum age of the sign-in at the provider, in seconds. Needs an `auth_time` (OpenID Connect Core, 3.1.3.7). */
  readonly maxAge?: number | undefined;
  readonly log: FastifyBaseLogger;
}

/** @throws ApiError when the user has cancelled, or when the answer does not pass every check of the protocol */
export async function readAnswer(
  configuration: Configuration,
  { nonce, verifier }: Attempt,
  { address, log, maxAge, provider }: Answer,
): Promise<ProvidedAccount> {
  const values = { provider };
  try {
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedState: address.searchParams.get('state') ?? '',
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(maxAge !== undefined && { maxAge }),
    });
    const identity = tokens.claims();
    if (identity === undefined) throw new Error('no ID token');
    const claims = { ...(await readClaims(configuration, tokens, identity.sub)) };
    const { email, email_verified, name, picture, sid, sub, xms_edov } = v.parse(claimsSchema, claims);
    const isVerified = yes.includes(email_verified) || yes.includes(xms_edov);
    const refreshToken = tokens.refresh_token;
    return {
      subject: sub,
      sid: sid ?? null,
      email: isVerified ? email : undefined,
      name,
      picture,
      claims,
      refreshToken,
    };
  } catch (cause) {
    if (cause instanceof AuthorizationResponseError && cause.error === 'access_denied') {
      throw new ApiError(400, 'sign-in-cancelled', { cause, values });
    }
    log.warn({ provider, ...describeProviderError(cause) }, 'A sign-in at a provider failed');
    if (isUnreachable(cause)) throw new ApiError(502, 'provider-unreachable', { cause, values });
    throw new ApiError(400, 'provider-answer-invalid', { cause, values });
  }
}

/**
 * Reads the claims of a user from the ID token and the userinfo endpoint; the signed ones count. `undefined` without
 * either. An e-mail and its verification are of one document, and `xms_edov` counts in an ID token only.
 */
export async function readClaims(
  configuration: Configuration,
  tokens: RefreshedTokens,
  subject: string,
): Promise<Claims | undefined> {
  const identity = tokens.claims();
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  if (identity === undefined && !hasUserInfo) return undefined;
  const profile: Claims = hasUserInfo ? await fetchUserInfo(configuration, tokens.access_token, subject) : {};
  const isSigned = identity?.email !== undefined;
  const { email, email_verified } = isSigned ? identity : profile;
  return { ...profile, ...identity, email, email_verified, xms_edov: isSigned ? identity.xms_edov : undefined };
}

/** The error without the answer, which may contain tokens. */
export function describeProviderError(error: unknown) {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    return { code: error.error, reason: error.error_description };
  }
  return error instanceof ClientError ? { code: error.code, reason: error.message } : { reason: String(error) };
}

/** Whether a request failed, or the provider's server did. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError)
    return /^(?:server_error|temporarily_unavailable)$/.test(error.error);
  if (!(error instanceof ClientError)) return false;
  // openid-client reads no error from an answer of a failed server. Errors of the protocol have codes.
  if (error.cause instanceof Response) return error.cause.status >= 500;
  return error.code === undefined || error.code === 'OAUTH_TIMEOUT';
}

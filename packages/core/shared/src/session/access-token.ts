import * as v from 'valibot';

const claimsSchema = v.object({
  sub: v.optional(v.string()),
  sid: v.optional(v.string()),
  iat: v.optional(v.number()),
  exp: v.optional(v.number()),
});

/** An access token, and the claims that the shell reads from it if it is a JWT (RFC 7519). */
export interface AccessToken {
  /** The token itself; empty when signed out. */
  readonly token: string;
  /** The user of the token; `undefined` when the token does not say. */
  readonly subject: string | undefined;
  /** The id of its session; `undefined` when the token does not say. */
  readonly session: string | undefined;
  /** The expiry by the clock of this browser, in milliseconds; `Infinity` when the token does not say. */
  readonly expiresAt: number;
  /** The stamp of the browser's session when the token was issued (`readStamp`). */
  readonly stamp: string;
}

/** The access token of a signed-out user. */
export const noAccessToken: AccessToken = {
  token: '',
  subject: undefined,
  session: undefined,
  expiresAt: Number.POSITIVE_INFINITY,
  stamp: '',
};

// In milliseconds: a call takes some time to arrive.
const expiryMargin = 5_000;

/** Parses an access token. Its lifetime counts from `receivedAt`: the clocks of server and browser may differ. */
export function parseAccessToken(token: string, stamp: string, receivedAt: number): AccessToken {
  const { sub: subject, sid: session, iat, exp } = parseClaims(token);
  const lifetime = iat === undefined || exp === undefined ? Number.POSITIVE_INFINITY : (exp - iat) * 1000;
  return { token, subject, session, expiresAt: receivedAt + lifetime, stamp };
}

/** Whether the token has expired, or expires so soon that a call would be refused. */
export function isTokenExpired({ expiresAt }: AccessToken, now: number): boolean {
  return now > expiresAt - expiryMargin;
}

/** Whether both tokens name a user, and the users differ. */
export function areOfDifferentUsers(one: AccessToken, other: AccessToken): boolean {
  return one.subject !== undefined && other.subject !== undefined && one.subject !== other.subject;
}

/** Reads the claims without verifying them: they only save calls. A token that is no JWT has none. */
function parseClaims(token: string): v.InferOutput<typeof claimsSchema> {
  const [, payload] = token.split('.');
  if (!payload) return {};
  try {
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const claims = v.safeParse(claimsSchema, JSON.parse(json));
    return claims.success ? claims.output : {};
  } catch {
    return {};
  }
}

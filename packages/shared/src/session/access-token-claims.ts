import * as v from 'valibot';

const claimsSchema = v.object({
  sub: v.optional(v.string()),
  iat: v.optional(v.number()),
  exp: v.optional(v.number()),
});

/** What the shell reads of an access token, if it happens to be a JWT (RFC 7519); times in seconds. */
export type AccessTokenClaims = v.InferOutput<typeof claimsSchema>;

/** The claims, unverified: they only save calls. Of a token of any other kind there are none. */
export function claimsOf(token: string): AccessTokenClaims {
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

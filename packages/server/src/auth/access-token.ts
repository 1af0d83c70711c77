import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';

const issuer = 'portico';
const lifetimeSeconds = 15 * 60;

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.uuid()),
  sid: v.pipe(v.string(), v.uuid()),
  app: v.optional(v.string()),
  tenant: v.optional(v.string()),
});

/** `sub` is the user, `sid` the session; an exchanged token also names its `app` and `tenant`. */
export type AccessClaims = v.InferOutput<typeof claimsSchema>;

/** Access tokens: JWTs of 15 minutes, good only while their session is live (see authenticate.ts). */
export interface AccessTokens {
  issue(claims: AccessClaims): Promise<string>;
  /** The claims of a token of ours that has not expired, else `undefined`. */
  read(token: string): Promise<AccessClaims | undefined>;
}

export function createAccessTokens(secret: Uint8Array, now: () => Date): AccessTokens {
  return {
    issue: ({ sub, ...claims }) => {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setSubject(sub)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(secret);
    },
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], issuer, currentDate: now() });
        return v.parse(claimsSchema, payload);
      } catch {
        return undefined;
      }
    },
  };
}

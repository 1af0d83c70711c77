import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { brokerRulesOf } from './broker-rules';
import { type SigningKey, signingAlgorithm } from './signing-key';

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

/**
 * Access tokens: JWTs of 15 minutes, good only while their session is live (see authenticate.ts). The claim `acl` is for
 * brokers that check them by our public key.
 */
export interface AccessTokens {
  /** @param email the user's, for a token that may also read the user's topic at a broker */
  issue(claims: AccessClaims, email?: string): Promise<string>;
  /** The claims of a token of ours that has not expired, else `undefined`. */
  read(token: string): Promise<AccessClaims | undefined>;
}

/** Whether the token was exchanged: it is good for the calls of its app alone. */
export function isExchanged({ app, tenant }: AccessClaims): boolean {
  return app !== undefined || tenant !== undefined;
}

export function createAccessTokens(key: SigningKey, now: () => Date): AccessTokens {
  return {
    issue: ({ sub, ...claims }, email) => {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ ...claims, ...(email !== undefined && { email }), acl: brokerRulesOf(email) })
        .setProtectedHeader({ alg: signingAlgorithm, kid: key.publicJwk.kid })
        .setIssuer(issuer)
        .setSubject(sub)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(key.privateKey);
    },
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key.publicKey, {
          algorithms: [signingAlgorithm],
          issuer,
          currentDate: now(),
        });
        return v.parse(claimsSchema, payload);
      } catch {
        return undefined;
      }
    },
  };
}

import { randomUUID } from 'node:crypto';
import { getNotificationTopic, importMapTopic } from '@portico/contract';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { type SigningKey, signingAlgorithm } from './signing-key';

const issuer = 'portico';
const lifetimeSeconds = 15 * 60;

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.uuid()),
  sid: v.pipe(v.string(), v.uuid()),
  app: v.optional(v.string()),
  tenant: v.optional(v.string()),
});

/** `sub` is the user, `sid` the session. An exchanged token also has `app` and `tenant`. */
export type AccessClaims = v.InferOutput<typeof claimsSchema>;

/**
 * Access tokens: JWTs that are valid for 15 minutes while their session is live (see authenticate.ts). Brokers that
 * verify them by the public key read the claim `acl`.
 */
export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Whether the token was exchanged for an app. It is valid only for the calls of that app. */
export function isExchanged({ app, tenant }: AccessClaims): boolean {
  return app !== undefined || tenant !== undefined;
}

export function createAccessTokens(key: SigningKey, now: () => Date) {
  return {
    /** @param email of the user, for a token that may also read the user's topic at a broker */
    issue: ({ sub, ...claims }: AccessClaims, email?: string): Promise<string> => {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ ...claims, ...(email !== undefined && { email }), acl: createBrokerRules(email) })
        .setProtectedHeader({ alg: signingAlgorithm, kid: key.publicJwk.kid })
        .setIssuer(issuer)
        .setSubject(sub)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(key.privateKey);
    },
    /** The claims of a valid token, else `undefined`. */
    read: async (token: string): Promise<AccessClaims | undefined> => {
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

/** A permission of the token at a broker, in the form of EMQX 5 (JWT authentication, claim `acl`). */
interface BrokerRule {
  readonly permission: 'allow' | 'deny';
  readonly action: 'subscribe' | 'all';
  readonly topic: string;
}

const nothingElse: BrokerRule = { permission: 'deny', action: 'all', topic: '#' };

/** @param email of the user, whose topic and the common ones may be read; without it, nothing may */
function createBrokerRules(email?: string): BrokerRule[] {
  if (email === undefined) return [nothingElse];
  // `eq` disables wildcards in the name.
  const topics = [getNotificationTopic(email), importMapTopic];
  return [
    ...topics.map((topic): BrokerRule => ({ permission: 'allow', action: 'subscribe', topic: `eq ${topic}` })),
    nothingElse,
  ];
}

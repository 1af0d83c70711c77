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
 * Issues and reads access tokens: JWTs, valid for 15 minutes while their session is live (see authenticate.ts). Brokers
 * that verify them by the public key read the claim `acl`.
 */
export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Whether the token was exchanged for an app: then it is valid only for the calls of that app. */
export function isExchanged({ app, tenant }: AccessClaims): boolean {
  return app !== undefined || tenant !== undefined;
}

export function createAccessTokens({ privateJwk, publicJwk }: SigningKey, now: () => Date) {
  return {
    /** @param email the user's e-mail, for a token that may also read the user's topic at a broker */
    issue: ({ sub, ...claims }: AccessClaims, email?: string): Promise<string> => {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ ...claims, ...(email !== undefined && { email }), acl: createBrokerRules(email) })
        .setProtectedHeader({ alg: signingAlgorithm, kid: publicJwk.kid })
        .setIssuer(issuer)
        .setSubject(sub)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(privateJwk);
    },
    /** Returns the claims of a valid token. */
    read: async (token: string): Promise<AccessClaims | undefined> => {
      try {
        const { payload } = await jwtVerify(token, publicJwk, {
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

/** Permissions at a broker, as EMQX 5 reads them (claim `acl`): the user's topic and the common one, or no topic. */
function createBrokerRules(email?: string) {
  const topics = email === undefined ? [] : [getNotificationTopic(email), importMapTopic];
  return [
    // `eq` disables wildcards in the name.
    ...topics.map((topic) => ({ permission: 'allow', action: 'subscribe', topic: `eq ${topic}` })),
    { permission: 'deny', action: 'all', topic: '#' },
  ];
}

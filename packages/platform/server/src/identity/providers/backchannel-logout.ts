import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError } from '../../http/api-error';
import { findCallTenant } from '../accounts/call-tenant';
import { readCallOrigin, recordCall } from '../audit/audit-log';
import { isNewRefusal } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { usedLogoutTokens, userIdentities } from '../provider-tables';
import { sessions } from '../session-tables';
import { hashToken } from '../sessions/secret-tokens';
import { tellOpenPages } from '../sessions/tell-open-pages';
import { listProviders, type Provider } from './provider-repository';
import { endAtPortal } from './provider-session';

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of a logout token, and the difference between clocks, in seconds. */
const maxAge = 5 * 60;
const tolerance = 60;
/** Shortest time between two reads of the keys of a provider, in milliseconds. */
const keysCooldown = 2000;
/** How long a token is kept that must not be used again, in milliseconds: longer than it is valid. */
const usedAge = 10 * 60 * 1000;

const nameSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(255));

/** The claims of OpenID Connect Back-Channel Logout 1.0, section 2.4, besides those that jose checks. */
const claimsSchema = v.pipe(
  v.object({
    jti: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000)),
    sub: v.optional(nameSchema),
    sid: v.optional(nameSchema),
    events: v.object({ [event]: v.object({}) }),
    // An ID token must not pass for a logout token.
    nonce: v.optional(v.undefined()),
  }),
  v.check(({ sid, sub }) => sid !== undefined || sub !== undefined, 'no-subject'),
);

type LogoutClaims = v.InferOutput<typeof claimsSchema>;

const bodySchema = v.object({ logout_token: v.string() });

/** Ends sessions when their provider says so (OpenID Connect Back-Channel Logout 1.0), at each host of the tenant. */
export function registerBackchannelLogout(app: FastifyInstance, services: IdentityServices): void {
  const { database, now, providers, throttle } = services;
  const keySets = new LRUCache<string, ReturnType<typeof createRemoteJWKSet>>({ max: 500 });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
  );

  app.post('/auth/backchannel-logout', async (request, reply) => {
    const tries = [['logoutTokenFromAddress', request.ip]] as const;
    await throttle.check(tries);
    try {
      const { logout_token: token } = v.parse(bodySchema, request.body);
      const provider = await findIssuer(findCallTenant(request, services), token);
      const claims = await verify(token, provider);
      await tellOpenPages(services, await endNamed(request, provider, claims));
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 502) throw cause;
      await throttle.count(database, tries);
      await recordRefused(request, cause);
      throw new ApiError(400, 'logout-token-invalid', { cause });
    }
    return reply.code(200).send();
  });

  /** Finds the provider that a token claims to be of. Nothing is verified yet. */
  async function findIssuer(tenant: string, token: string): Promise<Provider> {
    const { aud = [], iss = '' } = decodeJwt(token);
    const found = (await listProviders(database, tenant)).find(
      ({ clientId, issuer }) => new URL(issuer).href === URL.parse(iss)?.href && [aud].flat().includes(clientId),
    );
    if (found === undefined) throw new Error('unknown issuer or audience');
    return found;
  }

  async function verify(token: string, provider: Provider): Promise<LogoutClaims> {
    const { clientId, issuer: address, name } = provider;
    const { issuer, jwks_uri } = await providers.discover(address).catch((cause: unknown) => {
      throw new ApiError(502, 'provider-unreachable', { cause, values: { provider: name } });
    });
    if (jwks_uri === undefined) throw new Error('the provider has no keys');
    const keySet = keySets.get(jwks_uri) ?? createKeySet(jwks_uri);
    const { payload } = await jwtVerify(token, keySet, {
      issuer,
      audience: clientId,
      maxTokenAge: maxAge,
      clockTolerance: tolerance,
      currentDate: now(),
    });
    return v.parse(claimsSchema, payload);
  }

  function createKeySet(address: string) {
    const keySet = createRemoteJWKSet(new URL(address), {
      // A provider may sign its first token with a new key and sends no token twice.
      cooldownDuration: keysCooldown,
      [customFetch]: (url, { headers, ...options }) =>
        providers.fetch(url, { ...options, headers: Object.fromEntries(headers), body: undefined }),
    });
    keySets.set(address, keySet);
    return keySet;
  }

  function endNamed(request: FastifyRequest, provider: Provider, claims: LogoutClaims): Promise<string[]> {
    return database.transaction(async (tx) => {
      const at = now();
      const used = { providerId: provider.id, jtiHash: hashToken(claims.jti), expiresAt: addMilliseconds(at, usedAge) };
      const fresh = await tx.insert(usedLogoutTokens).values(used).onConflictDoNothing().returning();
      if (fresh.length === 0) throw new Error('the token was used before');
      const isNamed = matchesClaims(tx, provider, claims);
      return endAtPortal(tx, at, readCallOrigin(request), eq(sessions.providerId, provider.id), isNamed);
    });
  }

  async function recordRefused(request: FastifyRequest, error: unknown): Promise<void> {
    if (!isNewRefusal('logout-token-refused', request.ip)) return;
    await recordCall(database, now(), request, {
      action: 'logout-token-refused',
      tenant: findCallTenant(request, services),
      details: { reason: error instanceof Error ? error.message : '' },
    });
  }
}

/** Matches the sessions that a token names: by `sid`, or all of the subject that have no `sid` or are not told apart by it. */
function matchesClaims(executor: Executor, { id }: Provider, { sid, sub }: LogoutClaims): SQL | undefined {
  const users = executor
    .select({ userId: userIdentities.userId })
    .from(userIdentities)
    .where(and(eq(userIdentities.providerId, id), eq(userIdentities.subject, sub ?? '')));
  const isOfSubject = inArray(sessions.userId, users);
  if (sid === undefined) return isOfSubject;
  return or(eq(sessions.providerSid, sid), and(isNull(sessions.providerSid), isOfSubject));
}

import { setTimeout } from 'node:timers/promises';
import { type ProviderToken, providerTokenRequestSchema, providerTokenSchema } from '@portico/contract';
import { eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { ResponseBodyError } from 'openid-client';
import * as v from 'valibot';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { findCallTenant } from '../accounts/call-tenant';
import { recordOwnAction } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { providerTokens } from '../provider-tables';
import { authenticateApp, requirePortalToken } from '../sessions/authenticate';
import type { Session } from '../sessions/session-repository';
import { findProvider, type Provider } from './provider-repository';
import { followProviderSession } from './provider-session';
import { nameAudience, type ProviderTokens, type RefreshedTokens, refreshTokens, takeTokens } from './provider-tokens';
import { describeProviderError, isUnreachable } from './read-answer';

const purpose = 'provider-access-tokens';
/** Remaining lifetime below which a token is renewed, in milliseconds. */
const margin = 60_000;
/** How often a call looks whether another one has got the token, and how many times, before it gives up. */
const wait = { milliseconds: 200, times: 60 };

const issuedSchema = v.record(v.string(), providerTokenSchema);

type Issued = v.InferOutput<typeof issuedSchema>;

interface Call {
  readonly request: FastifyRequest;
  readonly session: Session;
  readonly provider: Provider;
  readonly audience: string;
}

/**
 * Gives modules access tokens of the provider that the user has signed in at, for the audiences that its operator allows.
 * The token of a session is kept, encrypted, until shortly before its end.
 */
export function registerProviderTokenRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, encryption, now, throttle } = services;

  app.post('/auth/provider-token', async (request): Promise<ProviderToken> => {
    const { claims, session } = await authenticateApp(request, services, findCallTenant(request, services));
    requirePortalToken(claims);
    const { audience } = parse(providerTokenRequestSchema, request.body);
    const { providerId, tenant } = session;
    const provider = providerId && tenant && (await findProvider(database, tenant, providerId));
    if (!provider) throw new ApiError(403, 'provider-sign-in-needed');
    if (!provider.audiences.includes(audience))
      throw new ApiError(403, 'audience-not-allowed', { values: { audience } });
    return findToken({ request, session, provider, audience });
  });

  async function findToken(call: Call): Promise<ProviderToken> {
    const { audience, provider, session } = call;
    const { accessTokens, sessionId } = providerTokens;
    for (let times = 0; times < wait.times; times += 1) {
      const [row] = await database.select().from(providerTokens).where(eq(sessionId, session.id));
      // A provider may use the refresh token up before it refuses an audience that the sign-in did not ask for.
      if (!row?.audiences.includes(audience)) throw new ApiError(403, 'provider-sign-in-needed');
      const issued = await readIssued(row);
      const found = issued[audience];
      if (found !== undefined && Date.parse(found.expires_at) > now().getTime() + margin) return found;
      if (times === 0) await throttle.count(database, [['providerTokensOfSession', session.id]]);
      // Another call may have got the token since.
      const isUnchanged = row.accessTokens === null ? isNull(accessTokens) : eq(accessTokens, row.accessTokens);
      const taken = await takeTokens(services, session.id, isUnchanged);
      if (taken) return issueToken(call, taken, issued);
      await setTimeout(wait.milliseconds);
    }
    throw new ApiError(502, 'provider-unreachable', { values: { provider: provider.name } });
  }

  async function issueToken(call: Call, taken: ProviderTokens, issued: Issued): Promise<ProviderToken> {
    const { audience, provider, request, session } = call;
    const askedAt = now();
    const parameters = nameAudience(provider.issuer, audience);
    const keep = async (tokens: RefreshedTokens) => {
      if ('resource' in parameters && isForOthers(tokens.access_token, audience)) throw createRefusal(call);
      const all = { ...issued, [audience]: describeToken(tokens, askedAt) };
      return { accessTokens: await encryption.encrypt(purpose, JSON.stringify(all)) };
    };
    const refreshed = await refreshTokens(services, { provider, taken, parameters, keep }).catch((error: unknown) =>
      handleFailure(call, error),
    );
    if (refreshed === undefined) throw new ApiError(403, 'provider-sign-in-needed');
    if (issued[audience] === undefined) {
      const about = { target: provider.id, details: { audience } };
      await recordOwnAction(database, now(), request, session, 'provider-token-issued', about);
    }
    return describeToken(refreshed.tokens, askedAt);
  }

  /** @throws ApiError unless the session at the provider may have ended */
  async function handleFailure({ audience, provider, request, session }: Call, cause: unknown): Promise<undefined> {
    if (cause instanceof ApiError) throw cause;
    const values = { audience, provider: provider.name };
    request.log.warn({ ...values, ...describeProviderError(cause) }, 'A provider gave no token for a module');
    if (isUnreachable(cause)) throw new ApiError(502, 'provider-unreachable', { cause, values });
    const isOver = cause instanceof ResponseBodyError && /^(?:invalid_grant|interaction_required)$/.test(cause.error);
    if (!isOver) throw createRefusal({ audience, provider }, cause);
    // Entra also refuses one audience by `invalid_grant`. A refresh without an audience tells whether its session has ended.
    await database.update(providerTokens).set({ nextRefreshAt: now() }).where(eq(providerTokens.sessionId, session.id));
    followProviderSession(services, session);
    return undefined;
  }

  async function readIssued({ accessTokens }: ProviderTokens): Promise<Issued> {
    const text = accessTokens === null ? undefined : await encryption.decrypt(purpose, accessTokens);
    return text === undefined ? {} : v.parse(issuedSchema, JSON.parse(text));
  }
}

/** A token without a lifetime is not kept. */
function describeToken({ access_token, expires_in = 0 }: RefreshedTokens, askedAt: Date): ProviderToken {
  return { access_token, expires_at: addMilliseconds(askedAt, expires_in * 1000).toISOString() };
}

const createRefusal = ({ audience, provider }: Pick<Call, 'audience' | 'provider'>, cause?: unknown) =>
  new ApiError(403, 'audience-refused', { cause, values: { audience, provider: provider.name } });

/** Whether a token is a JWT for other audiences: its provider does not know the parameter. */
function isForOthers(token: string, audience: string): boolean {
  try {
    const { aud } = decodeJwt(token);
    return aud !== undefined && ![aud].flat().includes(audience);
  } catch {
    return false;
  }
}

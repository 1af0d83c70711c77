import { and, eq, lte, type SQL } from 'drizzle-orm';
import { ResponseBodyError } from 'openid-client';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import type { CallOrigin } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { providerTokens, userIdentities } from '../provider-tables';
import { sessions } from '../session-tables';
import { endSessions, type Session } from '../sessions/session-repository';
import { tellOpenPages } from '../sessions/tell-open-pages';
import { applyMappings, listMappedClaims } from './apply-mappings';
import { findProvider, type Provider } from './provider-repository';
import { refreshTokenPurpose, refreshTokens, takeTokens } from './provider-tokens';
import { type ProvidedAccount, readClaims } from './read-answer';

/** Shortest time between two refreshes of a session at its provider, in milliseconds (docs/sign-in.md). */
const refreshInterval = 5 * 60 * 1000;

/**
 * Returns the scopes that a sign-in asks a provider for: those of mapped claims that it has, and refresh tokens if the
 * portal has to ask the provider again later.
 */
export async function listScopes(database: Executor, provider: Provider, offered: readonly string[] = []) {
  const claims = await listMappedClaims(database, provider.tenant, provider.id);
  const wanted = [...claims, ...(needsTokens(provider, claims) ? ['offline_access'] : [])];
  return ['openid', 'email', 'profile', ...wanted.filter((scope) => offered.includes(scope))];
}

/** Gives the user of a new session what their claims are mapped to, and keeps the refresh token if it is needed. */
export async function startProviderSession(
  services: IdentityServices,
  provider: Provider,
  { id: sessionId, userId }: Pick<Session, 'id' | 'userId'>,
  { claims, refreshToken }: Pick<ProvidedAccount, 'claims' | 'refreshToken'>,
): Promise<void> {
  const { database, encryption, now } = services;
  const { audiences, id: providerId, tenant } = provider;
  await applyMappings(database, { tenant, providerId, userId }, claims, now());
  if (refreshToken === undefined || !(await isTokenNeeded(database, provider))) return;
  const nextRefreshAt = addMilliseconds(now(), refreshInterval);
  const encrypted = await encryption.encrypt(refreshTokenPurpose, refreshToken);
  await database.insert(providerTokens).values({ sessionId, refreshToken: encrypted, nextRefreshAt, audiences });
}

async function isTokenNeeded(database: Executor, provider: Provider): Promise<boolean> {
  return needsTokens(provider, await listMappedClaims(database, provider.tenant, provider.id));
}

function needsTokens({ audiences, endsSessions }: Provider, mappedClaims: readonly string[]): boolean {
  return endsSessions || audiences.length > 0 || mappedClaims.length > 0;
}

/** Refreshes a session at its provider in the background, if it is due. */
export function followProviderSession(services: IdentityServices, session: Session): void {
  const { providerId, tenant } = session;
  if (providerId === null || tenant === null) return;
  services.background.run(async () => {
    const provider = await findProvider(services.database, tenant, providerId);
    if (provider) await refreshAtProvider(services, session, provider);
  });
}

async function refreshAtProvider(services: IdentityServices, session: Session, provider: Provider): Promise<void> {
  const { database, now, realtime } = services;
  const isOwn = eq(providerTokens.sessionId, session.id);
  const isDue = lte(providerTokens.nextRefreshAt, now());
  const nextRefreshAt = addMilliseconds(now(), refreshInterval);
  const taken = await takeTokens(services, session.id, isDue, { nextRefreshAt });
  if (taken === undefined) return;
  if (!(await isTokenNeeded(database, provider))) {
    await database.delete(providerTokens).where(isOwn);
    return;
  }
  try {
    const refreshed = await refreshTokens(services, { provider, taken });
    if (refreshed === undefined) return;
    const { configuration, tokens } = refreshed;
    const identities = await database
      .select({ subject: userIdentities.subject })
      .from(userIdentities)
      .where(and(eq(userIdentities.providerId, provider.id), eq(userIdentities.userId, session.userId)));
    const subject = tokens.claims()?.sub ?? identities[0]?.subject;
    // A token of another user must not change the access of this one.
    if (subject === undefined || !identities.some((identity) => identity.subject === subject)) return;
    const claims = await readClaims(configuration, tokens, subject);
    if (claims === undefined) return;
    const member = { tenant: provider.tenant, providerId: provider.id, userId: session.userId };
    if (await applyMappings(database, member, claims, now())) await tellOpenPages(services, [session.userId]);
  } catch (error) {
    // A provider that does not answer, or answers with anything else, ends nothing. The log gets no answer: it may have tokens.
    if (!(error instanceof ResponseBodyError) || error.error !== 'invalid_grant') {
      throw new Error(`A session could not be refreshed at the provider ${provider.id}: ${String(error)}`);
    }
    await database.delete(providerTokens).where(isOwn);
    if (!provider.endsSessions) return;
    await database.transaction((tx) => endAtPortal(tx, now(), undefined, eq(sessions.id, session.id)));
    await tellOpenPages(services, [session.userId]);
    realtime.disconnectEndedSessions();
  }
}

/** Ends the sessions that match, because the provider has ended its own, and records it. Returns their users. */
export async function endAtPortal(
  tx: Executor,
  at: Date,
  origin: CallOrigin | undefined,
  ...conditions: [SQL, ...(SQL | undefined)[]]
): Promise<string[]> {
  const ended = await endSessions(tx, at, ...conditions);
  for (const { tenant, userId } of ended) {
    const about = { userId, tenant, details: { reason: 'ended-at-provider' } };
    await recordAudit(tx, at, { action: 'session-ended', actor: { kind: 'portal' }, origin, ...about });
  }
  return ended.map(({ userId }) => userId);
}

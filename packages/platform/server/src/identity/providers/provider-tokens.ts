import { and, eq, isNull, lte, or, type SQL } from 'drizzle-orm';
import {
  type Configuration,
  refreshTokenGrant,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import { addMilliseconds } from '../../database/database-clock';
import type { IdentityServices } from '../identity-services';
import { providerTokens } from '../provider-tables';
import type { Provider } from './provider-repository';

/** The tokens of a session at a provider, encrypted. */
export type ProviderTokens = typeof providerTokens.$inferSelect;

/** The answer of a provider. */
export type RefreshedTokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

export const refreshTokenPurpose = 'provider-refresh-token';
/** Longer than the three requests of one refresh, of ten seconds each, take together, in milliseconds. */
const lease = 60_000;

/**
 * Takes the refresh token of a session for one refresh. Returns `undefined` while another call has it, because a provider
 * that rotates refresh tokens ends its session if one is used twice (RFC 9700, section 4.14.2).
 * @param isWanted a condition of the row
 */
export async function takeTokens(
  { database, now }: IdentityServices,
  sessionId: string,
  isWanted: SQL,
  change: Partial<ProviderTokens> = {},
): Promise<ProviderTokens | undefined> {
  const [taken] = await database
    .update(providerTokens)
    .set({ ...change, takenUntil: addMilliseconds(now(), lease) })
    .where(and(eq(providerTokens.sessionId, sessionId), isFree(now()), isWanted))
    .returning();
  return taken;
}

/** Matches tokens that no other call has taken. */
export function isFree(now: Date): SQL | undefined {
  const { takenUntil } = providerTokens;
  return or(isNull(takenUntil), lte(takenUntil, now));
}

/** The hosts of Microsoft Entra ID in its clouds. */
const entraHosts: readonly string[] = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
];

/**
 * Returns the parameter that asks a provider for a token of an audience: a resource indicator (RFC 8707), or the scope of
 * Microsoft Entra ID, which refuses these.
 */
export function nameAudience(
  issuer: string,
  audience: string,
): { readonly resource: string } | { readonly scope: string } {
  const isEntra = entraHosts.includes(new URL(issuer).hostname);
  return isEntra ? { scope: `${audience}/.default` } : { resource: audience };
}

interface Refresh {
  readonly provider: Provider;
  readonly taken: ProviderTokens;
  /** Further parameters of the request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Returns what else to keep of the answer. */
  readonly keep?: (tokens: RefreshedTokens) => Promise<Partial<ProviderTokens>>;
}

/**
 * Gets new tokens from a provider, keeps the next refresh token, and lets other calls take it. Deletes a refresh token
 * that cannot be decrypted, and returns `undefined`.
 */
export async function refreshTokens(
  { database, encryption, providers }: IdentityServices,
  { provider, taken: { refreshToken, sessionId }, parameters, keep }: Refresh,
): Promise<{ configuration: Configuration; tokens: RefreshedTokens } | undefined> {
  const isOwn = eq(providerTokens.sessionId, sessionId);
  let change: Partial<ProviderTokens> = { takenUntil: null };
  try {
    const token = await encryption.decrypt(refreshTokenPurpose, refreshToken);
    if (token === undefined) {
      await database.delete(providerTokens).where(isOwn);
      return undefined;
    }
    const configuration = await providers.connect(provider);
    const tokens = await refreshTokenGrant(configuration, token, { ...parameters });
    if (tokens.refresh_token !== undefined) {
      change.refreshToken = await encryption.encrypt(refreshTokenPurpose, tokens.refresh_token);
    }
    change = { ...change, ...(await keep?.(tokens)) };
    return { configuration, tokens };
  } finally {
    await database.update(providerTokens).set(change).where(isOwn);
  }
}

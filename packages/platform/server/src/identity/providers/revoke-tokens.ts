import { and, eq, inArray } from 'drizzle-orm';
import { ResponseBodyError, tokenRevocation } from 'openid-client';
import { addMilliseconds } from '../../database/database-clock';
import type { IdentityServices } from '../identity-services';
import { providerTokens, signInProviders } from '../provider-tables';
import { sessions } from '../session-tables';
import { hasEnded } from '../sessions/session-repository';
import type { Provider } from './provider-repository';
import { isFree, refreshTokenPurpose } from './provider-tokens';

/** Tokens of one call, which are revoked at the same time. */
const maxTokens = 50;
/** How long a failed try waits for the next one, in milliseconds (docs/sign-in.md). */
const retryInterval = 5 * 60 * 1000;

type RevocationServices = Pick<IdentityServices, 'database' | 'encryption' | 'now' | 'providers'>;

/**
 * Revokes refresh tokens of sessions that have ended (RFC 7009). Several processes share the work. A provider that does
 * not answer is asked again after five minutes, until the retention job deletes the token within the hour.
 * @throws Error when a provider does not answer
 */
export async function revokeEndedTokens(services: RevocationServices): Promise<void> {
  const { database, now } = services;
  const { refreshToken, sessionId } = providerTokens;
  const due = database
    .select({ sessionId })
    .from(providerTokens)
    .innerJoin(sessions, eq(sessions.id, sessionId))
    .innerJoin(signInProviders, eq(signInProviders.id, sessions.providerId))
    .where(and(hasEnded(now()), isFree(now())))
    .limit(maxTokens);
  const tokens = await database
    .update(providerTokens)
    .set({ takenUntil: addMilliseconds(now(), retryInterval) })
    .from(sessions)
    .innerJoin(signInProviders, eq(signInProviders.id, sessions.providerId))
    .where(and(eq(sessions.id, sessionId), inArray(sessionId, due), isFree(now())))
    .returning({ sessionId, refreshToken, provider: signInProviders });
  const results = await Promise.allSettled(
    tokens.map(async (token) => {
      await revoke(services, token.provider, token.refreshToken);
      await database.delete(providerTokens).where(eq(sessionId, token.sessionId));
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Revokes a token at a provider that offers it. A refusal cannot be repaired, and is ignored. */
async function revoke({ encryption, providers }: RevocationServices, provider: Provider, encrypted: string) {
  const token = await encryption.decrypt(refreshTokenPurpose, encrypted);
  if (token === undefined) return;
  try {
    const configuration = await providers.connect(provider);
    if (configuration.serverMetadata().revocation_endpoint === undefined) return;
    await tokenRevocation(configuration, token, { token_type_hint: 'refresh_token' });
  } catch (error) {
    // The log gets no answer of the provider: it may have tokens.
    if (error instanceof ResponseBodyError) return;
    throw new Error(`A refresh token could not be revoked at the provider ${provider.id}: ${String(error)}`);
  }
}

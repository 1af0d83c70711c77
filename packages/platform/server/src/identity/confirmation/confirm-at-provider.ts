import { getProviderAddress } from '@portico/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { isManageable } from '../accounts/member-repository';
import { describeOwnAction, readCallOrigin, recordAudit } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { signInProviders, userIdentities } from '../provider-tables';
import { sessions } from '../session-tables';
import { hashToken } from '../sessions/secret-tokens';
import type { LiveSession } from '../sessions/session';
import { readRefreshToken } from '../sessions/session-cookies';
import { findLiveSessionsByRefreshTokens, type Session } from '../sessions/session-repository';

type Provider = Pick<typeof signInProviders.$inferSelect, 'id' | 'name' | 'tenant'>;

/**
 * Lists the providers at which the user of a session can prove again who they are. The providers of one tenant prove
 * nothing about an account that other tenants know, or that has a role in the whole portal.
 */
export async function listProvingProviders(executor: Executor, { tenant, userId }: Session) {
  if (tenant === null || !(await isManageable(executor, userId, tenant))) return [];
  const { id, name } = signInProviders;
  return executor
    .select({ id, name })
    .from(userIdentities)
    .innerJoin(signInProviders, eq(id, userIdentities.providerId))
    .where(and(eq(userIdentities.userId, userId), eq(signInProviders.tenant, tenant)))
    .orderBy(asc(name), asc(id));
}

/** Returns the address that leads to a provider for a proof; answered as a page. */
export function getProofAddress(id: string): string {
  return getProviderAddress(id, '?confirm=1');
}

/**
 * Finds the session of the browser, whose user can prove at the provider who they are.
 * @throws ApiError 403 without one
 */
export async function requireProvableSession(
  { database, now }: IdentityServices,
  request: FastifyRequest,
  { id, name, tenant }: Provider,
): Promise<LiveSession> {
  const token = readRefreshToken(request);
  const [live] = token ? await findLiveSessionsByRefreshTokens(database, [hashToken(token)], now()) : [];
  const isAtTenant = live?.session.tenant === tenant;
  const proving = isAtTenant ? await listProvingProviders(database, live.session) : [];
  if (live !== undefined && proving.some((provider) => provider.id === id)) return live;
  throw new ApiError(403, 'provider-confirms-nothing', { values: { provider: name } });
}

/**
 * Allows dangerous steps in a session for ten minutes, after its user has signed in again at the provider.
 * @throws ApiError 403 if another user has signed in there
 */
export async function confirmAtProvider(
  { database, now }: IdentityServices,
  request: FastifyRequest,
  provider: Provider,
  { session, user }: LiveSession,
  subject: string,
): Promise<void> {
  const own = { ...describeOwnAction(user.id, readCallOrigin(request), provider.tenant), target: provider.id };
  const { providerId, subject: known, userId } = userIdentities;
  const isOwn = and(eq(providerId, provider.id), eq(known, subject), eq(userId, user.id));
  if ((await database.$count(userIdentities, isOwn)) === 0) {
    const reason = 'another-user-at-provider';
    await recordAudit(database, now(), { action: 'confirmation-refused', ...own, details: { reason } });
    throw new ApiError(403, 'provider-confirms-another', { values: { provider: provider.name }, reason });
  }
  await database.transaction(async (tx) => {
    await tx.update(sessions).set({ confirmedAt: now() }).where(eq(sessions.id, session.id));
    await recordAudit(tx, now(), { action: 'caller-confirmed', ...own });
  });
}

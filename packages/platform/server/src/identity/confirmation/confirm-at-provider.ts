import { getProviderAddress } from '@portico/contract';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { isManageable } from '../accounts/member-repository';
import { listLinkedProviders } from '../accounts/user-repository';
import { recordOwnAction } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { type signInProviders, userIdentities } from '../provider-tables';
import { markConfirmed } from '../sessions/confirmation';
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
  return listLinkedProviders(executor, userId, tenant);
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
 * @param subject the account that has signed in there
 * @throws ApiError 403 if it is not one of the user
 */
export async function confirmAtProvider(
  services: IdentityServices,
  request: FastifyRequest,
  session: Session,
  { provider, subject }: { readonly provider: Provider; readonly subject: string },
): Promise<void> {
  const { database, now } = services;
  const { providerId, subject: known, userId } = userIdentities;
  const isOwn = and(eq(providerId, provider.id), eq(known, subject), eq(userId, session.userId));
  if ((await database.$count(userIdentities, isOwn)) === 0) {
    const reason = 'another-user-at-provider';
    const about = { target: provider.id, details: { reason } };
    await recordOwnAction(database, now(), request, session, 'confirmation-refused', about);
    throw new ApiError(403, 'provider-confirms-another', { values: { provider: provider.name }, reason });
  }
  await markConfirmed(services, request, session, { target: provider.id });
}

import type { ProviderAccount } from '@portico/contract';
import { and, asc, eq, max, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { recordOwnAction } from '../audit/audit-log';
import { signInProviders, userIdentities } from '../provider-tables';
import { sessions } from '../session-tables';
import { endSessions } from '../sessions/session-repository';
import { applyMappings } from './apply-mappings';

/** Lists the accounts of a user at the providers of a tenant, with the last sign-in by each whose session is stored. */
export async function listProviderAccounts(
  executor: Executor,
  userId: string,
  tenant: string,
  currentProvider: string | null,
): Promise<ProviderAccount[]> {
  const { id, name } = signInProviders;
  const isOwn = and(eq(sessions.providerId, id), eq(sessions.userId, userId));
  const rows = await executor
    .select({ id, name, createdAt: userIdentities.createdAt, lastUsedAt: max(sessions.createdAt) })
    .from(userIdentities)
    .innerJoin(signInProviders, eq(id, userIdentities.providerId))
    .leftJoin(sessions, isOwn)
    .where(and(eq(userIdentities.userId, userId), eq(signInProviders.tenant, tenant)))
    .groupBy(id, name, userIdentities.createdAt)
    .orderBy(asc(name), asc(id));
  return rows.map(({ createdAt, lastUsedAt, ...provider }) => ({
    ...provider,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    is_current: provider.id === currentProvider,
  }));
}

/**
 * Unlinks the accounts of a user at providers that match, all by default. Ends the sessions that these accounts opened, and
 * the access that their claims gave.
 */
export async function unlinkAccounts(
  tx: Executor,
  now: Date,
  request: FastifyRequest,
  { userId, isWanted }: { readonly userId: string; readonly isWanted?: SQL },
): Promise<void> {
  const linked = await tx
    .select({ providerId: signInProviders.id, tenant: signInProviders.tenant })
    .from(userIdentities)
    .innerJoin(signInProviders, eq(signInProviders.id, userIdentities.providerId))
    .where(and(eq(userIdentities.userId, userId), isWanted));
  for (const { providerId, tenant } of linked) {
    await tx
      .delete(userIdentities)
      .where(and(eq(userIdentities.userId, userId), eq(userIdentities.providerId, providerId)));
    await applyMappings(tx, { tenant, providerId, userId }, {}, now);
    await endSessions(tx, now, eq(sessions.userId, userId), eq(sessions.providerId, providerId));
    await recordOwnAction(tx, now, request, { userId, tenant }, 'identity-unlinked', { target: providerId });
  }
}

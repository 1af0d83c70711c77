import type { ProviderAccount } from '@portico/contract/administration';
import { and, asc, eq, max, type SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { parseId } from '../../http/parse';
import { lockAccount } from '../accounts/user-repository';
import { recordOwnAction } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { findSignInWays } from '../people/sign-in-ways';
import { signInProviders, userIdentities } from '../provider-tables';
import { mailLater } from '../send-mail';
import { sessions } from '../session-tables';
import { authenticate } from '../sessions/authenticate';
import { requireConfirmed } from '../sessions/confirmation';
import { clearSessionCookies } from '../sessions/session-cookies';
import { endSessions } from '../sessions/session-repository';
import { tellOpenPages } from '../sessions/tell-open-pages';
import { applyMappings } from './apply-mappings';

/** The accounts at providers of the session's tenant that sign the user in. */
export function registerProviderAccountRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, now } = services;

  app.get('/auth/provider-accounts', async (request): Promise<ProviderAccount[]> => {
    const { session, tenant, user } = await authenticate(request, services);
    return listProviderAccounts(database, user.id, tenant, session.providerId);
  });

  app.delete('/auth/provider-accounts/:id', async (request, reply) => {
    const { session, tenant, user } = await authenticate(request, services);
    const id = parseId(request, 'provider-account-unknown');
    const provider = await database.transaction(async (tx) => {
      // Concurrent calls must not remove the last ways together, and no session starts meanwhile.
      const locked = await lockAccount(tx, user.id);
      const accounts = await listProviderAccounts(tx, user.id, tenant, session.providerId);
      const found = accounts.find((account) => account.id === id);
      if (locked === undefined || found === undefined) throw new ApiError(404, 'provider-account-unknown');
      const ways = await findSignInWays({ ...services, database: tx }, locked, tenant);
      const hasPassword = ways.has_password && !ways.passwords_off;
      if (!hasPassword && ways.passkeys === 0 && accounts.length === 1) throw new ApiError(409, 'only-sign-in-way');
      requireConfirmed(session, now());
      await unlinkAccounts(tx, now(), request, { userId: user.id, isWanted: eq(signInProviders.id, id) });
      return found;
    });
    await tellOpenPages(services, [user.id]);
    mailLater(services, request, user, { mail: 'mail.provider-unlinked', values: { provider: provider.name } });
    if (provider.is_current) clearSessionCookies(reply);
    return reply.code(204).send();
  });
}

/** Lists the accounts of a user at the providers of a tenant, with the last sign-in by each whose session is stored. */
async function listProviderAccounts(
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

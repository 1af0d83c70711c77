import type { ProviderAccount } from '@portico/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parseId } from '../../http/parse';
import { lockAccount } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { findSignInWays } from '../people/sign-in-ways';
import { signInProviders } from '../provider-tables';
import { mailLater } from '../send-mail';
import { authenticate } from '../sessions/authenticate';
import { requireConfirmed } from '../sessions/confirmation';
import { clearSessionCookies } from '../sessions/session-cookies';
import { tellOpenPages } from '../sessions/tell-open-pages';
import { listProviderAccounts, unlinkAccounts } from './provider-accounts';

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

import { type CurrentUser, personalDataSchema, tenantKeySchema } from '@portico/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { byTenantSchema, parse } from '../../http/parse';
import { prepareText, sendText } from '../../http/prepared-text';
import { users } from '../account-tables';
import { listGrantedApps, toApps } from '../accounts/app-repository';
import { toCurrentUser } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { findAddressChange } from '../people/address-change';
import { isExchanged } from '../sessions/access-token';
import { authenticate, authenticateApp } from '../sessions/authenticate';
import { listBanners } from './list-banners';

const byDomainSchema = v.object({ domain: tenantKeySchema });

/** The current user and their apps. */
export function registerUserRoutes(app: FastifyInstance, services: IdentityServices): void {
  app.get('/users/me', async (request): Promise<CurrentUser> => {
    const { claims, tenant, user } = await authenticateApp(request, services);
    const change = await findAddressChange(services.database, user.id, services.now());
    return {
      ...toCurrentUser(user),
      ...(change && { new_email: change.email }),
      // The shell shows banners; modules do not.
      ...(!isExchanged(claims) && { announcements: await listBanners(services, user.id, tenant) }),
    };
  });

  app.patch('/users/me', async (request): Promise<CurrentUser> => {
    const { user } = await authenticate(request, services);
    const { name, phone } = parse(personalDataSchema, request.body);
    if (name === undefined && phone === undefined) return toCurrentUser(user);
    // Changes only the given fields, so that concurrent changes of different fields are kept.
    const update = services.database.update(users).set({ name, phone });
    const [changed] = await update.where(eq(users.id, user.id)).returning();
    if (changed === undefined) throw new ApiError(401, 'not-authenticated');
    return toCurrentUser(changed);
  });

  // Both calls return the same. An unknown tenant has no apps.
  app.get('/tenants/:tenant/apps', async (request, reply) =>
    answerApps(request, reply, parse(byTenantSchema, request.params).tenant),
  );
  app.get('/apps', async (request, reply) => answerApps(request, reply, parse(byDomainSchema, request.query).domain));

  async function answerApps(request: FastifyRequest, reply: FastifyReply, tenant: string): Promise<FastifyReply> {
    const { user } = await authenticateApp(request, services, tenant);
    const list = toApps(await listGrantedApps(services.database, [user.id]), tenant, services.hasLogo);
    // The only compressed response of the API: it may be long, and contains no secret.
    return sendText(request, reply, prepareText('application/json; charset=utf-8', JSON.stringify(list)));
  }
}

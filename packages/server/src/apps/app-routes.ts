import { type App, tenantKeySchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { authenticate } from '../auth/authenticate';
import { parse } from '../parse';
import type { Services } from '../services';
import { listAppsOfUser } from './app-repository';

const byTenantSchema = v.object({ tenant: tenantKeySchema });
const byDomainSchema = v.object({ domain: tenantKeySchema });

/** Both calls of the specification answer the same; a tenant that does not exist has no apps. */
export function registerAppRoutes(app: FastifyInstance, services: Services): void {
  app.get('/tenants/:tenant/apps', async (request): Promise<App[]> => {
    const { user } = await authenticate(request, services);
    return listAppsOfUser(services.database, user.id, parse(byTenantSchema, request.params).tenant);
  });

  app.get('/apps', async (request): Promise<App[]> => {
    const { user } = await authenticate(request, services);
    return listAppsOfUser(services.database, user.id, parse(byDomainSchema, request.query).domain);
  });
}

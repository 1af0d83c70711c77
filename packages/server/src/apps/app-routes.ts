import { type App, tenantKeySchema } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { authenticateApp } from '../auth/authenticate';
import { parse } from '../parse';
import type { Services } from '../services';
import { listAppsOfUser } from './app-repository';

const byTenantSchema = v.object({ tenant: tenantKeySchema });
const byDomainSchema = v.object({ domain: tenantKeySchema });

/** Both calls of the specification answer the same; a tenant that does not exist has no apps. */
export function registerAppRoutes(app: FastifyInstance, services: Services): void {
  app.get('/tenants/:tenant/apps', async (request) =>
    answerApps(request, parse(byTenantSchema, request.params).tenant),
  );
  app.get('/apps', async (request) => answerApps(request, parse(byDomainSchema, request.query).domain));

  async function answerApps(request: FastifyRequest, tenant: string): Promise<App[]> {
    const { user } = await authenticateApp(request, services, tenant);
    return listAppsOfUser(services.database, user.id, tenant);
  }
}

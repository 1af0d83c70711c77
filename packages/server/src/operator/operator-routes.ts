import type { FastifyInstance } from 'fastify';
import { registerOperatorTeamTokenRoutes } from '../publishing/operator-team-token-routes';
import { registerOperatorServiceKeyRoutes } from '../service-keys/operator-service-key-routes';
import type { Services } from '../services';
import { registerOperatorAppRoutes } from './operator-app-routes';
import { registerOperatorTenantRoutes } from './operator-tenant-routes';
import { registerOperatorUserRoutes } from './operator-user-routes';
import { requireOperator } from './require-operator';

/** What `portico` calls: tenants, users and grants, for who holds the operator's key. */
export async function registerOperatorRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', async (request) => requireOperator(request, services.operatorKey));
  registerOperatorTenantRoutes(app, services);
  registerOperatorUserRoutes(app, services);
  registerOperatorAppRoutes(app, services);
  registerOperatorServiceKeyRoutes(app, services);
  registerOperatorTeamTokenRoutes(app, services);
}

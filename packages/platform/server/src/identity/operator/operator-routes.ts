import { newUserSchema, operatorUserSchema } from '@portico/contract/administration';
import { ApiError } from '../../http/api-error';
import type { ApiScope } from '../../http/route-schemas';
import { addMember } from '../accounts/member-repository';
import { lockTenant } from '../accounts/tenant-repository';
import { insertUser, toOperatorUser } from '../accounts/user-repository';
import { recordCall } from '../audit/audit-log';
import { registerAuditRoutes } from '../audit/audit-routes';
import type { IdentityServices } from '../identity-services';
import { registerLookRoutes } from '../look/look-routes';
import { requireUncommonPassword } from '../passwords/require-uncommon-password';
import { registerPeopleRoutes } from '../people/people-routes';
import { registerRoleRoutes } from '../roles/role-routes';
import { registerOperatorServiceKeyRoutes } from '../service-keys';
import { registerEmergencyLinkRoute } from './emergency-links';
import { registerOperatorTenantRoutes } from './operator-tenant-routes';

/** The operator's routes for accounts. */
export function registerOperatorRoutes(app: ApiScope, services: IdentityServices): void {
  registerAuditRoutes(app, services);
  registerRoleRoutes(app, services);
  registerPeopleRoutes(app, services);
  registerOperatorTenantRoutes(app, services);
  registerEmergencyLinkRoute(app, services);
  registerLookRoutes(app, services);
  registerOperatorServiceKeyRoutes(app, services);
  const { database, now, passwords } = services;

  const newUser = { schema: { body: newUserSchema, response: { 201: operatorUserSchema } } };
  app.post('/users', newUser, async (request, reply) => {
    const { email, name, password, tenant } = request.body;
    if (password !== undefined) await requireUncommonPassword(password, services.isBreached);
    const passwordHash = password === undefined ? null : await passwords.hash(password);
    reply.code(201);
    return database.transaction(async (tx) => {
      if (tenant !== undefined) await lockTenant(tx, tenant);
      const user = await insertUser(tx, { email, name, passwordHash }, now());
      if (user === undefined) throw new ApiError(409, 'user-exists');
      if (tenant !== undefined) await addMember(tx, { tenant, userId: user.id }, now());
      await recordCall(tx, now(), request, { action: 'user-added', userId: user.id, tenant });
      return toOperatorUser(user);
    });
  });
}

import { newUserSchema, type OperatorUser } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { addMember } from '../accounts/member-repository';
import { lockTenant } from '../accounts/tenant-repository';
import { insertUser, toOperatorUser } from '../accounts/user-repository';
import { registerAuditRoutes } from '../audit/audit-routes';
import { recordOperation, recordOperatorCalls } from '../audit/operator-audit';
import type { IdentityServices } from '../identity-services';
import { registerLookRoutes } from '../look/look-routes';
import { requireUncommonPassword } from '../passwords/require-uncommon-password';
import { registerPeopleRoutes } from '../people/people-routes';
import { requirePermissions } from '../roles/require-permission';
import { registerRoleRoutes } from '../roles/role-routes';
import { registerOperatorServiceKeyRoutes } from '../service-keys';
import { registerOperatorTenantRoutes } from './operator-tenant-routes';

/** The operator's routes for accounts. Every route of this scope requires the operator's key or a role. */
export function registerOperatorRoutes(app: FastifyInstance, services: IdentityServices): void {
  requirePermissions(app, services);
  recordOperatorCalls(app, services);
  registerAuditRoutes(app, services);
  registerRoleRoutes(app, services);
  registerPeopleRoutes(app, services);
  registerOperatorTenantRoutes(app, services);
  registerLookRoutes(app, services);
  registerOperatorServiceKeyRoutes(app, services);
  const { database, now, passwords } = services;

  app.post('/users', async (request, reply): Promise<OperatorUser> => {
    const { email, name, password, tenant } = parse(newUserSchema, request.body);
    if (password !== undefined) await requireUncommonPassword(password, services.isBreached);
    const passwordHash = password === undefined ? null : await passwords.hash(password);
    reply.code(201);
    return database.transaction(async (tx) => {
      if (tenant !== undefined) await lockTenant(tx, tenant);
      const user = await insertUser(tx, { email, name, passwordHash }, now());
      if (user === undefined) throw new ApiError(409, 'user-exists');
      if (tenant !== undefined) await addMember(tx, { tenant, userId: user.id }, now());
      await recordOperation(tx, now(), request, { action: 'user-added', userId: user.id, tenant });
      return toOperatorUser(user);
    });
  });
}

import { emailSchema, newUserSchema, type OperatorUser, userChangeSchema } from '@portico/contract';
import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { addMember } from '../accounts/member-repository';
import { lockTenant } from '../accounts/tenant-repository';
import { insertUser, type User } from '../accounts/user-repository';
import { registerAuditRoutes } from '../audit/audit-routes';
import { createOperationRoutes, recordOperation, recordOperatorCalls } from '../audit/operator-audit';
import type { IdentityServices } from '../identity-services';
import { users } from '../identity-tables';
import { requireUncommonPassword } from '../passwords/require-uncommon-password';
import { requirePermissions } from '../roles/require-permission';
import { registerRoleRoutes } from '../roles/role-routes';
import { registerOperatorServiceKeyRoutes } from '../service-keys';
import { endSessionsOfUser } from '../sessions/session-repository';
import { registerOperatorTenantRoutes } from './operator-tenant-routes';

const byEmailSchema = v.object({ email: emailSchema });

/** The operator's routes for accounts. Every route of this scope requires the operator's key or a role. */
export function registerOperatorRoutes(app: FastifyInstance, services: IdentityServices): void {
  requirePermissions(app, services);
  recordOperatorCalls(app, services);
  registerAuditRoutes(app, services);
  registerRoleRoutes(app, services);
  registerOperatorTenantRoutes(app, services);
  registerOperatorServiceKeyRoutes(app, services);
  const { database, now, passwords } = services;

  app.get('/users', async (): Promise<OperatorUser[]> => {
    const all = await database.select().from(users).orderBy(asc(users.email));
    return all.map(toOperatorUser);
  });

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

  createOperationRoutes(app, services)('PATCH', '/users/:email', async (tx, request) => {
    const { email } = parse(byEmailSchema, request.params);
    const { disabled } = parse(userChangeSchema, request.body);
    const disabledAt = disabled ? now() : null;
    const [user] = await tx.update(users).set({ disabledAt }).where(eq(users.email, email)).returning();
    if (user === undefined) throw new ApiError(404, 'user-unknown');
    if (disabled) await endSessionsOfUser(tx, user.id, now());
    return { action: disabled ? 'user-disabled' : 'user-enabled', userId: user.id, answer: toOperatorUser(user) };
  });
}

function toOperatorUser({ email, name, disabledAt }: User): OperatorUser {
  return { email, name, disabled: disabledAt !== null };
}

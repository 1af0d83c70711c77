import {
  emailSchema,
  newUserSchema,
  type OperatorTenant,
  type OperatorUser,
  operatorTenantSchema,
  tenantKeySchema,
  userChangeSchema,
} from '@portico/contract';
import { asc } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { deleteTenant, insertTenant, listTenants } from '../accounts/tenant-repository';
import { insertUser, setDisabledAt, type User } from '../accounts/user-repository';
import {
  createOperationRecorder,
  createOperationRoutes,
  recordOperatorCalls,
  registerOperatorAuditRoute,
} from '../audit/operator-audit';
import type { IdentityServices } from '../identity-services';
import { users } from '../identity-tables';
import { requireUncommonPassword } from '../passwords/require-uncommon-password';
import { registerOperatorServiceKeyRoutes } from '../service-keys';
import { endSessionsOfUser } from '../sessions/session-repository';
import { registerOperatorAppRoutes } from './operator-app-routes';
import { requireOperator } from './require-operator';

const byTenantSchema = v.object({ tenant: tenantKeySchema });
const byEmailSchema = v.object({ email: emailSchema });

/** The operator's routes for tenants, users and grants. Every route of this scope requires the operator's key. */
export function registerOperatorRoutes(app: FastifyInstance, services: IdentityServices): void {
  app.addHook('onRequest', async (request) => requireOperator(request, services.operatorKey));
  recordOperatorCalls(app, services);
  registerOperatorAuditRoute(app, services);
  registerOperatorAppRoutes(app, services);
  registerOperatorServiceKeyRoutes(app, services);
  const { database, now, passwords } = services;
  const record = createOperationRecorder(services);

  app.get('/tenants', (): Promise<OperatorTenant[]> => listTenants(database));

  app.post('/tenants', async (request, reply): Promise<OperatorTenant> => {
    const tenant = parse(operatorTenantSchema, request.body);
    await database.transaction(async (tx) => {
      if (!(await insertTenant(tx, tenant))) throw new ApiError(409, 'tenant-exists');
      await record(tx, request, { action: 'tenant-added', tenant: tenant.key });
    });
    reply.code(201);
    return tenant;
  });

  createOperationRoutes(app, services)('DELETE', '/tenants/:tenant', async (tx, request) => {
    const { tenant } = parse(byTenantSchema, request.params);
    if (!(await deleteTenant(tx, tenant))) throw new ApiError(404, 'tenant-unknown');
    return { action: 'tenant-removed', tenant };
  });

  app.get(
    '/users',
    async (): Promise<OperatorUser[]> =>
      (await database.select().from(users).orderBy(asc(users.email))).map(toOperatorUser),
  );

  app.post('/users', async (request, reply): Promise<OperatorUser> => {
    const { email, name, password } = parse(newUserSchema, request.body);
    if (password !== undefined) await requireUncommonPassword(password, services.isBreached);
    const passwordHash = password === undefined ? null : await passwords.hash(password);
    const user = await database.transaction(async (tx) => {
      const added = await insertUser(tx, { email, name, passwordHash }, now());
      if (added === undefined) throw new ApiError(409, 'user-exists');
      await record(tx, request, { action: 'user-added', userId: added.id });
      return added;
    });
    reply.code(201);
    return toOperatorUser(user);
  });

  app.patch('/users/:email', async (request): Promise<OperatorUser> => {
    const { email } = parse(byEmailSchema, request.params);
    const { disabled } = parse(userChangeSchema, request.body);
    const user = await database.transaction(async (tx) => {
      const changed = await setDisabledAt(tx, email, disabled ? now() : null);
      if (changed === undefined) throw new ApiError(404, 'user-unknown');
      if (disabled) await endSessionsOfUser(tx, changed.id, now());
      await record(tx, request, { action: disabled ? 'user-disabled' : 'user-enabled', userId: changed.id });
      return changed;
    });
    return toOperatorUser(user);
  });
}

function toOperatorUser({ email, name, disabledAt }: User): OperatorUser {
  return { email, name, disabled: disabledAt !== null };
}

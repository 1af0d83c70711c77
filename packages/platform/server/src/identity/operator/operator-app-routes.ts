import {
  appDefinitionSchema,
  appGrantSchema,
  emailSchema,
  moduleKeySchema,
  type OperatorApp,
  tenantKeySchema,
} from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { defineApp, deleteApp, grantApp, isAppDefined, listAppsOfTenant, revokeApp } from '../accounts/app-repository';
import { findTenant, lockTenant } from '../accounts/tenant-repository';
import { lockUser, requireUser } from '../accounts/user-repository';
import { createOperationRecorder } from '../audit/operator-audit';
import type { IdentityServices } from '../identity-services';

const byTenantSchema = v.object({ tenant: tenantKeySchema });
const byAppSchema = v.object({ tenant: tenantKeySchema, module: moduleKeySchema });
const byGrantSchema = v.object({ ...byAppSchema.entries, email: emailSchema });

export function registerOperatorAppRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database } = services;
  const record = createOperationRecorder(services);

  app.get('/tenants/:tenant/apps', async (request): Promise<OperatorApp[]> => {
    const { tenant } = parse(byTenantSchema, request.params);
    await requireTenant(database, tenant);
    return withUsers(await listAppsOfTenant(database, tenant));
  });

  app.put('/tenants/:tenant/apps/:module', async (request, reply) => {
    const key = parse(byAppSchema, request.params);
    await requireTenant(database, key.tenant);
    const definition = parse(appDefinitionSchema, request.body);
    await database.transaction(async (tx) => {
      await requireRemainingTenant(tx, key.tenant);
      await defineApp(tx, key, definition);
      await record(tx, request, { action: 'app-defined', tenant: key.tenant, target: key.module });
    });
    return reply.code(204).send();
  });

  app.delete('/tenants/:tenant/apps/:module', async (request, reply) => {
    const key = parse(byAppSchema, request.params);
    await database.transaction(async (tx) => {
      if (!(await deleteApp(tx, key))) throw new ApiError(404, 'app-unknown');
      await record(tx, request, { action: 'app-removed', tenant: key.tenant, target: key.module });
    });
    return reply.code(204).send();
  });

  app.put('/tenants/:tenant/apps/:module/users/:email', async (request, reply) => {
    const { email, ...key } = parse(byGrantSchema, request.params);
    const { name, ...descriptions } = parse(appGrantSchema, request.body ?? {});
    await requireTenant(database, key.tenant);
    const { id: userId } = await requireUser(database, email);
    await database.transaction(async (tx) => {
      await requireRemainingTenant(tx, key.tenant);
      if (!(await lockUser(tx, userId))) throw new ApiError(404, 'user-unknown');
      if (name !== undefined) await defineApp(tx, key, { name, ...descriptions });
      else if (!(await isAppDefined(tx, key))) throw new ApiError(400, 'app-name-needed');
      await grantApp(tx, { userId, ...key });
      await record(tx, request, { action: 'access-granted', userId, tenant: key.tenant, target: key.module });
    });
    return reply.code(204).send();
  });

  app.delete('/tenants/:tenant/apps/:module/users/:email', async (request, reply) => {
    const { email, ...key } = parse(byGrantSchema, request.params);
    const { id: userId } = await requireUser(database, email);
    await database.transaction(async (tx) => {
      if (!(await isAppDefined(tx, key))) throw new ApiError(404, 'app-unknown');
      await revokeApp(tx, { userId, ...key });
      await record(tx, request, { action: 'access-revoked', userId, tenant: key.tenant, target: key.module });
    });
    return reply.code(204).send();
  });
}

async function requireTenant(database: Executor, key: string): Promise<void> {
  if ((await findTenant(database, key)) === undefined) throw new ApiError(404, 'tenant-unknown');
}

/** Another call may have deleted the tenant since it was found. */
async function requireRemainingTenant(tx: Executor, key: string): Promise<void> {
  if (!(await lockTenant(tx, key))) throw new ApiError(404, 'tenant-unknown');
}

function withUsers(rows: Awaited<ReturnType<typeof listAppsOfTenant>>): OperatorApp[] {
  const apps = new Map<string, OperatorApp>();
  for (const { email, ...app } of rows) {
    const entry = apps.get(app.module) ?? { ...app, users: [] };
    if (email !== null) entry.users.push(email);
    apps.set(app.module, entry);
  }
  return [...apps.values()];
}

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
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { defineApp, deleteApp, grantApp, isAppDefined, listAppsOfTenant, revokeApp } from '../accounts/app-repository';
import { lockTenant } from '../accounts/tenant-repository';
import { lockUser } from '../accounts/user-repository';
import { createOperationRoutes } from '../audit/operator-audit';
import type { IdentityServices } from '../identity-services';

const byTenantSchema = v.object({ tenant: tenantKeySchema });
const byAppSchema = v.object({ tenant: tenantKeySchema, module: moduleKeySchema });
const byGrantSchema = v.object({ ...byAppSchema.entries, email: emailSchema });

export function registerOperatorAppRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database } = services;
  const addOperation = createOperationRoutes(app, services);

  app.get('/tenants/:tenant/apps', async (request): Promise<OperatorApp[]> => {
    const { tenant } = parse(byTenantSchema, request.params);
    await lockTenant(database, tenant);
    return listAppsOfTenant(database, tenant);
  });

  addOperation('PUT', '/tenants/:tenant/apps/:module', async (tx, request) => {
    const key = parse(byAppSchema, request.params);
    await lockTenant(tx, key.tenant);
    await defineApp(tx, key, parse(appDefinitionSchema, request.body));
    return { action: 'app-defined', tenant: key.tenant, target: key.module };
  });

  addOperation('DELETE', '/tenants/:tenant/apps/:module', async (tx, request) => {
    const key = parse(byAppSchema, request.params);
    if (!(await deleteApp(tx, key))) throw new ApiError(404, 'app-unknown');
    return { action: 'app-removed', tenant: key.tenant, target: key.module };
  });

  addOperation('PUT', '/tenants/:tenant/apps/:module/users/:email', async (tx, request) => {
    const { email, ...key } = parse(byGrantSchema, request.params);
    const { name, ...descriptions } = parse(appGrantSchema, request.body ?? {});
    await lockTenant(tx, key.tenant);
    const userId = await lockUser(tx, email);
    if (name !== undefined) await defineApp(tx, key, { name, ...descriptions });
    else if (!(await isAppDefined(tx, key))) throw new ApiError(400, 'app-name-needed');
    await grantApp(tx, { userId, ...key });
    return { action: 'access-granted', userId, tenant: key.tenant, target: key.module };
  });

  addOperation('DELETE', '/tenants/:tenant/apps/:module/users/:email', async (tx, request) => {
    const { email, ...key } = parse(byGrantSchema, request.params);
    const userId = await lockUser(tx, email);
    if (!(await isAppDefined(tx, key))) throw new ApiError(404, 'app-unknown');
    await revokeApp(tx, { userId, ...key });
    return { action: 'access-revoked', userId, tenant: key.tenant, target: key.module };
  });
}

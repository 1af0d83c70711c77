import { emailSchema, tenantFactorSchema, tenantFactorStateSchema, tenantKeySchema } from '@portico/contract';
import {
  appChangeSchema,
  appGrantSchema,
  newAppSchema,
  operatorTenantListSchema,
  operatorTenantSchema,
} from '@portico/contract/administration';
import { teamModuleKeySchema } from '@portico/contract/publishing';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { findNearest, requirePublished } from '../../http/find-nearest';
import { byTenantSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { appGrants, apps } from '../access-tables';
import { userRoles } from '../account-tables';
import { defineApp, grantApp, isAppDefined, matchesApp, matchesGrant, showInPlace } from '../accounts/app-repository';
import { insertTenant, listTenants, lockTenant, requireTenant } from '../accounts/tenant-repository';
import { lockUser } from '../accounts/user-repository';
import { createOperationRoutes } from '../audit/operator-audit';
import { isFactorRequired } from '../factors/second-factor';
import type { IdentityServices } from '../identity-services';
import { countWithoutFactor } from '../people/sign-in-ways';
import { isOperator, requireKnownUser } from '../roles/require-permission';
import { endSessionsInTenant } from '../sessions/session-repository';
import { tenants } from '../tenant-tables';

const byAppSchema = v.object({ tenant: tenantKeySchema, module: teamModuleKeySchema });
const byGrantSchema = v.object({ ...byAppSchema.entries, email: emailSchema });

/** The routes for tenants, their second factor, their apps and the users of these. */
export function registerOperatorTenantRoutes(app: ApiScope, services: IdentityServices): void {
  const { database, now } = services;
  const addOperation = createOperationRoutes(app, services);

  app.get('/tenants', { schema: { response: { 200: operatorTenantListSchema } } }, () => listTenants(database));

  const addition = { body: operatorTenantSchema, answer: operatorTenantSchema };
  addOperation('POST', '/tenants', addition, async (tx, { body: tenant }) => {
    if (!(await insertTenant(tx, tenant))) throw new ApiError(409, 'tenant-exists');
    return { action: 'tenant-added', tenant: tenant.key, answer: tenant };
  });

  const removal = { isDangerous: true, params: byTenantSchema };
  addOperation('DELETE', '/tenants/:tenant', removal, async (tx, { params: { tenant } }) => {
    // The lock keeps other calls from defining an app of this tenant.
    await lockTenant(tx, tenant, 'update');
    await tx.delete(apps).where(eq(apps.tenant, tenant));
    // A later tenant with this key starts without roles.
    await tx.delete(userRoles).where(eq(userRoles.tenant, tenant));
    await tx.delete(tenants).where(eq(tenants.key, tenant));
    await endSessionsInTenant(tx, tenant, now());
    return { action: 'tenant-removed', tenant };
  });

  const factorUrl = '/tenants/:tenant/second-factor';
  const readFactor = { params: byTenantSchema, response: { 200: tenantFactorStateSchema } };
  app.get(factorUrl, { config: { permission: 'people.read' }, schema: readFactor }, async ({ params: { tenant } }) => {
    await requireTenant(database, tenant);
    const members_without = await countWithoutFactor(services, tenant);
    return { required: await isFactorRequired(database, tenant), members_without };
  });

  const factor = {
    permission: 'people.manage',
    isDangerous: true,
    params: byTenantSchema,
    body: tenantFactorSchema,
  } as const;
  addOperation('PUT', factorUrl, factor, async (tx, { body: { required }, params: { tenant } }) => {
    await lockTenant(tx, tenant, 'update');
    await tx.update(tenants).set({ requiresSecondFactor: required }).where(eq(tenants.key, tenant));
    return { action: 'tenant-factor-changed', tenant, details: { required } };
  });

  const appUrl = '/tenants/:tenant/apps/:module';
  addOperation('PUT', appUrl, { params: byAppSchema, body: newAppSchema }, async (tx, { body, params }) => {
    const { tenant, module } = params;
    const { new: isNew, ...definition } = body;
    await lockTenant(tx, tenant);
    if (!isNew) await requireKnownModule(tx, services, tenant, module);
    await defineApp(tx, { tenant, module }, definition);
    return { action: 'app-defined', tenant, target: module };
  });

  addOperation('PATCH', appUrl, { params: byAppSchema, body: appChangeSchema }, async (tx, { body, params }) => {
    const { place, shown } = body;
    if (!(await showInPlace(tx, params, place, shown))) throw new ApiError(404, 'app-unknown');
    return {
      action: shown ? 'place-on' : 'place-off',
      tenant: params.tenant,
      target: params.module,
      details: { place },
    };
  });

  addOperation('DELETE', appUrl, { params: byAppSchema }, async (tx, { params: { tenant, module } }) => {
    const deleted = await tx.delete(apps).where(matchesApp({ tenant, module })).returning({ module: apps.module });
    if (deleted.length === 0) throw new ApiError(404, 'app-unknown');
    return { action: 'app-removed', tenant, target: module };
  });

  const grantUrl = `${appUrl}/users/:email`;
  const manageAccess = { permission: 'access.manage', params: byGrantSchema } as const;
  addOperation('PUT', grantUrl, { ...manageAccess, body: appGrantSchema }, async (tx, request) => {
    const { email, tenant, module } = request.params;
    const { name, new: isNew, ...descriptions } = request.body;
    await lockTenant(tx, tenant);
    const userId = await lockUser(tx, email);
    // An administrator grants the apps that the tenant has.
    if (!isOperator(request) && name !== undefined) throw new ApiError(403, 'role-needed');
    await requireKnownUser(tx, request, { userId, tenant });
    if (!isNew) await requireKnownModule(tx, services, tenant, module);
    if (name !== undefined) await defineApp(tx, { tenant, module }, { name, ...descriptions });
    else if (!(await isAppDefined(tx, { tenant, module }))) throw new ApiError(400, 'app-name-needed');
    await grantApp(tx, { userId, tenant, module }, now());
    return { action: 'access-granted', userId, tenant, target: module };
  });

  addOperation('DELETE', grantUrl, manageAccess, async (tx, request) => {
    const { email, tenant, module } = request.params;
    const userId = await lockUser(tx, email);
    await requireKnownUser(tx, request, { userId, tenant });
    const revoked = await tx.delete(appGrants).where(matchesGrant({ userId, tenant, module })).returning();
    if (revoked.length === 0) {
      const own = await tx
        .select({ module: appGrants.module })
        .from(appGrants)
        .where(and(eq(appGrants.userId, userId), eq(appGrants.tenant, tenant)));
      const granted = own.map((grant) => grant.module);
      // With one grant, it is the one that the caller meant.
      const nearest = findNearest(module, granted) ?? (granted.length === 1 ? granted[0] : undefined);
      throw new ApiError(404, 'grant-unknown', { values: { module }, nearest });
    }
    return { action: 'access-revoked', userId, tenant, target: module };
  });
}

/**
 * Requires that a tenant has an app, or that its module is published.
 * @throws ApiError 400, which offers the nearest key
 */
async function requireKnownModule(
  tx: Executor,
  { listModules }: IdentityServices,
  tenant: string,
  module: string,
): Promise<void> {
  if (await isAppDefined(tx, { tenant, module })) return;
  requirePublished(module, await listModules(tx));
}

import { tenantFactorSchema, tenantFactorStateSchema } from '@portico/contract';
import { eq } from 'drizzle-orm';
import { byTenantSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { lockTenant, requireTenant } from '../accounts/tenant-repository';
import { createOperationRoutes } from '../audit/operator-audit';
import { isFactorRequired } from '../factors/second-factor';
import type { IdentityServices } from '../identity-services';
import { tenants } from '../tenant-tables';
import { countWithoutFactor } from './sign-in-ways';

/** Whether a tenant requires a second factor. */
export function registerTenantFactorRoutes(app: ApiScope, services: IdentityServices): void {
  const { database } = services;
  const url = '/tenants/:tenant/second-factor';

  const schema = { params: byTenantSchema, response: { 200: tenantFactorStateSchema } };
  app.get(url, { config: { permission: 'people.read' }, schema }, async ({ params: { tenant } }) => {
    await requireTenant(database, tenant);
    const members_without = await countWithoutFactor(services, tenant);
    return { required: await isFactorRequired(database, tenant), members_without };
  });

  const change = {
    permission: 'people.manage',
    isDangerous: true,
    params: byTenantSchema,
    body: tenantFactorSchema,
  } as const;
  createOperationRoutes(app, services)('PUT', url, change, async (tx, { body: { required }, params: { tenant } }) => {
    await lockTenant(tx, tenant, 'update');
    await tx.update(tenants).set({ requiresSecondFactor: required }).where(eq(tenants.key, tenant));
    return { action: 'tenant-factor-changed', tenant, details: { required } };
  });
}

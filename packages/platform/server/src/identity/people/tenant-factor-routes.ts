import { tenantFactorSchema, tenantFactorStateSchema } from '@portico/contract';
import { eq } from 'drizzle-orm';
import { byTenantSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { lockTenant, requireTenant } from '../accounts/tenant-repository';
import { createOperationRoutes } from '../audit/operator-audit';
import { isFactorRequired, removeFactor } from '../factors/second-factor';
import type { IdentityServices } from '../identity-services';
import { sendMail } from '../send-mail';
import { tenants } from '../tenant-tables';
import { byPersonSchema, findPerson, requireManageable } from './find-person';
import { countWithoutFactor } from './sign-in-ways';

/** Whether a tenant requires a second factor, and the help for users who have lost theirs. */
export function registerOperatorFactorRoutes(app: ApiScope, services: IdentityServices): void {
  const { database } = services;
  const addOperation = createOperationRoutes(app, services);
  const url = '/tenants/:tenant/second-factor';

  const schema = { params: byTenantSchema, response: { 200: tenantFactorStateSchema } };
  app.get(url, { config: { permission: 'people.read' }, schema }, async ({ params: { tenant } }) => {
    await requireTenant(database, tenant);
    const members_without = await countWithoutFactor(services, tenant);
    return { required: await isFactorRequired(database, tenant), members_without };
  });

  addOperation(
    'PUT',
    url,
    { permission: 'people.manage', isDangerous: true, params: byTenantSchema, body: tenantFactorSchema },
    async (tx, { body: { required }, params: { tenant } }) => {
      await lockTenant(tx, tenant, 'update');
      await tx.update(tenants).set({ requiresSecondFactor: required }).where(eq(tenants.key, tenant));
      return { action: 'tenant-factor-changed', tenant, details: { required } };
    },
  );

  for (const [base, permission] of [
    ['/users', {}],
    ['/tenants/:tenant/users', { permission: 'people.help' }],
  ] as const) {
    addOperation(
      'DELETE',
      `${base}/:email/second-factor`,
      { ...permission, isDangerous: true, params: byPersonSchema },
      async (tx, request) => {
        const { email, tenant } = request.params;
        const user = await findPerson(tx, tenant, email);
        // The factor also protects the other tenants of the user.
        await requireManageable(tx, request, user, tenant);
        await removeFactor(tx, user.id);
        const afterwards = () => sendMail(services, request, user, { mail: 'mail.factor-taken' });
        return { action: 'second-factor-removed', userId: user.id, tenant, afterwards };
      },
    );
  }
}

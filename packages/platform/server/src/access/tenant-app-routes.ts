import { listQuerySchema, tenantKeySchema } from '@portico/contract';
import { memberPageSchema, operatorAppListSchema } from '@portico/contract/administration';
import { teamModuleKeySchema } from '@portico/contract/publishing';
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import type { Services } from '../create-services';
import { ApiError } from '../http/api-error';
import { byTenantSchema } from '../http/parse';
import type { ApiScope } from '../http/route-schemas';
import { appGrants, apps, effectiveGrants } from '../identity/access-tables';
import { users } from '../identity/account-tables';
import { isAppDefined } from '../identity/accounts/app-repository';
import { requireTenant } from '../identity/accounts/tenant-repository';
import { listGroups } from './group-routes';
import { readPageOfUsers } from './members';

const byAppSchema = v.object({ tenant: tenantKeySchema, module: teamModuleKeySchema });

/** The applications of a tenant, and the users of one. */
export function registerTenantAppRoutes(app: ApiScope, { database }: Services): void {
  const config = { permission: 'access.read' } as const;

  const list = { params: byTenantSchema, response: { 200: operatorAppListSchema } };
  app.get('/tenants/:tenant/apps', { config, schema: list }, async ({ params: { tenant } }) => {
    await requireTenant(database, tenant);
    // Users are not counted: a tenth of a second is too short to find those of 500 applications in several groups.
    const groups = await listGroups(database, tenant);
    const { module, name, description, placesOff: places_off } = apps;
    const found = await database
      .select({ module, name, description, places_off, direct: count(appGrants.userId) })
      .from(apps)
      .leftJoin(appGrants, and(eq(apps.tenant, appGrants.tenant), eq(apps.module, appGrants.module)))
      .where(eq(apps.tenant, tenant))
      .groupBy(apps.tenant, apps.module)
      .orderBy(asc(apps.module));
    return found.map((app) => ({
      ...app,
      groups: groups.flatMap(({ members, modules, name }) => (modules.includes(app.module) ? { name, members } : [])),
    }));
  });

  const read = { params: byAppSchema, querystring: listQuerySchema, response: { 200: memberPageSchema } };
  app.get('/tenants/:tenant/apps/:module/users', { config, schema: read }, async ({ params, query }) => {
    const { tenant, module } = params;
    await requireTenant(database, tenant);
    if (!(await isAppDefined(database, params))) throw new ApiError(404, 'app-unknown');
    const granted = database
      .select({ userId: effectiveGrants.userId })
      .from(effectiveGrants)
      .where(and(eq(effectiveGrants.tenant, tenant), eq(effectiveGrants.module, module)));
    return readPageOfUsers(
      (condition, sorting, limit) =>
        database
          .select({ email: users.email, name: users.name })
          .from(users)
          .where(and(inArray(users.id, granted), condition))
          .orderBy(...sorting)
          .limit(limit),
      query,
    );
  });
}

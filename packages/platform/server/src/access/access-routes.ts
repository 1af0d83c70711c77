import { listQuerySchema } from '@portico/contract';
import { accessChangeSchema, accessPageSchema } from '@portico/contract/administration';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Services } from '../create-services';
import type { Executor } from '../database/database';
import { ApiError } from '../http/api-error';
import { findNearest } from '../http/find-nearest';
import { byTenantSchema } from '../http/parse';
import type { ApiScope } from '../http/route-schemas';
import { appGrants, apps, grantSources, groupMembers, groups } from '../identity/access-tables';
import { tenantMembers, users } from '../identity/account-tables';
import { lockTenant, requireTenant } from '../identity/accounts/tenant-repository';
import { recordCall } from '../identity/audit/audit-log';
import { signInProviders } from '../identity/provider-tables';
import { changeRow, requireUnchanged } from './change-rows';
import { lockMembers, readPageOfUsers, requireMember } from './members';

/** The grid of a tenant: its members and what they may use. */
export function registerAccessRoutes(app: ApiScope, { database, now }: Services): void {
  const url = '/tenants/:tenant/access';

  app.get(
    url,
    {
      config: { permission: 'access.read' },
      schema: { params: byTenantSchema, querystring: listQuerySchema, response: { 200: accessPageSchema } },
    },
    async ({ params: { tenant }, query }) => {
      await requireTenant(database, tenant);
      return listAccess(database, tenant, query);
    },
  );

  const change = { params: byTenantSchema, body: accessChangeSchema };
  app.patch(url, { config: { permission: 'access.manage' }, schema: change }, async (request, reply) => {
    const { tenant } = request.params;
    const change = request.body;
    await database.transaction(async (tx) => {
      await lockTenant(tx, tenant);
      const wanted = [...change.grant, ...change.revoke];
      const members = await lockMembers(
        tx,
        tenant,
        wanted.map(({ email }) => email),
      );
      await requireApps(
        tx,
        tenant,
        wanted.map(({ module }) => module),
      );
      const others: string[] = [];
      for (const [isGranted, cells] of [
        [true, change.grant],
        [false, change.revoke],
      ] as const) {
        // One order for all calls, so that concurrent ones do not wait for each other.
        for (const { email, module } of cells.toSorted(compareCells)) {
          const grant = { tenant, module, userId: requireMember(members, email) };
          if (!(await changeRow(tx, appGrants, grant, isGranted))) others.push(`${email} (${module})`);
          const action = isGranted ? 'access-granted' : 'access-revoked';
          await recordCall(tx, now(), request, { action, tenant, target: module, userId: grant.userId });
        }
      }
      requireUnchanged(others);
    });
    return reply.code(204).send();
  });
}

/** Lists a page of members with what they may use, and why. It reads grants of that page only. */
export async function listAccess(
  database: Executor,
  tenant: string,
  query: v.InferOutput<typeof listQuerySchema>,
): Promise<v.InferOutput<typeof accessPageSchema>> {
  const { items, next } = await readPageOfUsers(
    (condition, sorting, limit) =>
      database
        .select({ id: users.id, email: users.email, name: users.name })
        .from(tenantMembers)
        .innerJoin(users, eq(users.id, tenantMembers.userId))
        .where(and(eq(tenantMembers.tenant, tenant), condition))
        .orderBy(...sorting)
        .limit(limit),
    query,
  );
  const ids = items.map(({ id }) => id);
  const grants = await database
    .select({ userId: appGrants.userId, module: appGrants.module })
    .from(appGrants)
    .where(and(inArray(appGrants.userId, ids), eq(appGrants.tenant, tenant)));
  const memberships = await database
    .select({ userId: groupMembers.userId, groupId: groupMembers.groupId })
    .from(groupMembers)
    .where(and(inArray(groupMembers.userId, ids), eq(groupMembers.tenant, tenant)));
  const mapped = await database
    .select({
      userId: grantSources.userId,
      module: grantSources.module,
      group: groups.name,
      provider: signInProviders.name,
    })
    .from(grantSources)
    .innerJoin(signInProviders, eq(signInProviders.id, grantSources.providerId))
    .leftJoin(groups, eq(groups.id, grantSources.groupId))
    .where(and(inArray(grantSources.userId, ids), eq(grantSources.tenant, tenant)))
    .orderBy(asc(signInProviders.name), asc(groups.name));
  return {
    items: items.map(({ id, email, name }) => ({
      email,
      name,
      direct: grants.filter(({ userId }) => userId === id).map(({ module }) => module),
      groups: memberships.filter(({ userId }) => userId === id).map(({ groupId }) => groupId),
      mapped: mapped.filter(({ userId }) => userId === id).map(({ userId: _, ...source }) => source),
    })),
    next,
  };
}

type Cell = v.InferOutput<typeof accessChangeSchema>['grant'][number];

function compareCells(one: Cell, other: Cell): number {
  return one.email.localeCompare(other.email, 'en') || one.module.localeCompare(other.module, 'en');
}

/** Requires that the tenant has these applications; throws ApiError 404 with the first that it lacks, and the nearest. */
export async function requireApps(tx: Executor, tenant: string, modules: readonly string[]): Promise<void> {
  if (modules.length === 0) return;
  const found = await tx
    .select({ module: apps.module })
    .from(apps)
    .where(and(eq(apps.tenant, tenant), inArray(apps.module, [...new Set(modules)])))
    .for('key share');
  const missing = modules.find((module) => !found.some((one) => one.module === module));
  if (missing === undefined) return;
  const defined = await tx.select({ module: apps.module }).from(apps).where(eq(apps.tenant, tenant));
  const nearest = findNearest(
    missing,
    defined.map(({ module }) => module),
  );
  throw new ApiError(404, 'app-of-tenant-unknown', { values: { module: missing }, nearest });
}

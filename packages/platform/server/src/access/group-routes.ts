import { randomUUID } from 'node:crypto';
import { listQuerySchema, modulePrefix, tenantKeySchema } from '@portico/contract';
import {
  createdGroupSchema,
  type GroupList,
  groupChangeSchema,
  groupListSchema,
  memberPageSchema,
  newGroupSchema,
} from '@portico/contract/administration';
import { and, asc, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Services } from '../create-services';
import type { Executor } from '../database/database';
import { ApiError } from '../http/api-error';
import { byTenantSchema, uuidSchema } from '../http/parse';
import type { ApiScope } from '../http/route-schemas';
import { apps, groupApps, groupMembers, groups } from '../identity/access-tables';
import { users } from '../identity/account-tables';
import { lockTenant, requireTenant } from '../identity/accounts/tenant-repository';
import { recordCall } from '../identity/audit/audit-log';
import { createOperationRoutes } from '../identity/audit/operator-audit';
import { scimTokens } from '../identity/token-tables';
import { requireApps } from './access-routes';
import { changeRow, requireUnchanged } from './change-rows';
import { lockMembers, readPageOfUsers, requireMember } from './members';

const byGroupSchema = v.object({ tenant: tenantKeySchema, group: uuidSchema });

/** The groups of a tenant: their members, and the applications that members may use. */
export function registerGroupRoutes(app: ApiScope, services: Services): void {
  const { database, now, registry } = services;
  const url = '/tenants/:tenant/groups';
  const addOperation = createOperationRoutes(app, services);
  const read = { config: { permission: 'access.read' } } as const;

  const list = { params: byTenantSchema, response: { 200: groupListSchema } };
  app.get(url, { ...read, schema: list }, async ({ params: { tenant } }) => {
    await requireTenant(database, tenant);
    const { imports } = (await registry.importMap.getMap({ tenant })).importMap;
    const defined = await database
      .select({ module: apps.module, name: apps.name })
      .from(apps)
      .where(eq(apps.tenant, tenant))
      .orderBy(asc(sql`lower(${apps.name})`), asc(apps.module));
    const isLive = (module: string) => Object.hasOwn(imports, modulePrefix + module);
    return {
      groups: await listGroups(database, tenant),
      apps: defined.map(({ module, name }) => ({ module, name, is_live: isLive(module) })),
    };
  });

  addOperation(
    'POST',
    url,
    { permission: 'access.manage', params: byTenantSchema, body: newGroupSchema, answer: createdGroupSchema },
    async (tx, { params: { tenant }, body: { name } }) => {
      await lockTenant(tx, tenant);
      const id = randomUUID();
      const row = { id, tenant, name, createdAt: now() };
      const added = await tx.insert(groups).values(row).onConflictDoNothing().returning();
      if (added.length === 0) throw new ApiError(409, 'group-exists', { values: { name } });
      return { action: 'group-added', tenant, target: name, answer: { id } };
    },
  );

  addOperation(
    'DELETE',
    `${url}/:group`,
    { permission: 'access.manage', params: byGroupSchema },
    async (tx, { params: { tenant, group } }) => {
      const { isDirectory, name } = await lockGroup(tx, tenant, group);
      // Without a token, no directory manages the group any more.
      const isManaged = isDirectory && (await tx.$count(scimTokens, eq(scimTokens.tenant, tenant))) > 0;
      if (isManaged) throw new ApiError(409, 'group-of-directory');
      await tx.delete(groups).where(eq(groups.id, group));
      return { action: 'group-removed', tenant, target: name };
    },
  );

  app.get(
    `${url}/:group/members`,
    {
      ...read,
      schema: { params: byGroupSchema, querystring: listQuerySchema, response: { 200: memberPageSchema } },
    },
    ({ params: { tenant, group }, query }) =>
      readPageOfUsers(
        (condition, sorting, limit) =>
          database
            .select({ email: users.email, name: users.name })
            .from(groupMembers)
            .innerJoin(users, eq(users.id, groupMembers.userId))
            .where(and(eq(groupMembers.groupId, group), eq(groupMembers.tenant, tenant), condition))
            .orderBy(...sorting)
            .limit(limit),
        query,
      ),
  );

  const manage = { config: { permission: 'access.manage' } } as const;
  const changed = { params: byGroupSchema, body: groupChangeSchema };
  app.patch(`${url}/:group`, { ...manage, schema: changed }, async (request, reply) => {
    const { tenant, group } = request.params;
    const change = request.body;
    await database.transaction(async (tx) => {
      const { isDirectory, name: seen } = await lockGroup(tx, tenant, group);
      const isOfDirectory = change.name !== undefined || change.add_members.length + change.remove_members.length > 0;
      if (isDirectory && isOfDirectory) throw new ApiError(409, 'group-of-directory');
      const others: string[] = [];
      const record = (details: Readonly<Record<string, string>>, userId?: string) =>
        recordCall(tx, now(), request, { action: 'group-changed', tenant, target: seen, userId, details });
      if (change.name) {
        const { from, to: name } = change.name;
        if (from !== seen) others.push(seen);
        await requireFreeName(tx, tenant, group, name);
        await tx.update(groups).set({ name }).where(eq(groups.id, group));
        await record({ name });
      }
      const members = await lockMembers(tx, tenant, [...change.add_members, ...change.remove_members]);
      for (const member of ['added', 'removed'] as const) {
        const isAdded = member === 'added';
        for (const email of isAdded ? change.add_members : change.remove_members) {
          const row = { groupId: group, tenant, userId: requireMember(members, email) };
          if (!(await changeRow(tx, groupMembers, row, isAdded))) others.push(email);
          await record({ member }, row.userId);
        }
      }
      await requireApps(tx, tenant, change.add_modules);
      for (const application of ['added', 'removed'] as const) {
        const isAdded = application === 'added';
        for (const module of isAdded ? change.add_modules : change.remove_modules) {
          if (!(await changeRow(tx, groupApps, { groupId: group, tenant, module }, isAdded))) others.push(module);
          await record({ application, module });
        }
      }
      requireUnchanged(others);
    });
    return reply.code(204).send();
  });
}

/** Lists the groups of a tenant by name, with their applications and the number of their members. */
export async function listGroups(executor: Executor, tenant: string): Promise<GroupList['groups']> {
  const members = executor.$count(groupMembers, eq(groupMembers.groupId, groups.id));
  const modules = sql<string[]>`array(select ${groupApps.module} from ${groupApps}
    where ${groupApps.groupId} = ${groups.id} order by 1)`;
  return executor
    .select({
      id: groups.id,
      name: groups.name,
      modules,
      members: sql<number>`${members}::int`,
      is_directory: groups.isDirectory,
    })
    .from(groups)
    .where(eq(groups.tenant, tenant))
    .orderBy(asc(sql`lower(${groups.name})`));
}

/** Finds a group, which then changes only by this transaction; throws ApiError 404. */
export async function lockGroup(tx: Executor, tenant: string, id: string) {
  const [group] = await tx
    .select()
    .from(groups)
    .where(and(eq(groups.id, id), eq(groups.tenant, tenant)))
    .for('update');
  if (group === undefined) throw new ApiError(404, 'group-unknown');
  return group;
}

async function requireFreeName(tx: Executor, tenant: string, id: string, name: string): Promise<void> {
  const { id: other } = groups;
  const isSame = sql`lower(${groups.name}) = lower(${name}) and ${other} <> ${id}`;
  const taken = await tx
    .select({ other })
    .from(groups)
    .where(and(eq(groups.tenant, tenant), isSame));
  if (taken.length > 0) throw new ApiError(409, 'group-exists', { values: { name } });
}

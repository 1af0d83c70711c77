import { randomUUID } from 'node:crypto';
import { tenantKeySchema } from '@portico/contract';
import {
  claimMappingListSchema,
  createdClaimMappingSchema,
  newClaimMappingSchema,
} from '@portico/contract/administration';
import { and, asc, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Services } from '../create-services';
import type { Executor } from '../database/database';
import { ApiError } from '../http/api-error';
import { byTenantSchema, uuidSchema } from '../http/parse';
import type { ApiScope } from '../http/route-schemas';
import { claimMappings, claimMatches, groups } from '../identity/access-tables';
import { lockTenant, requireTenant } from '../identity/accounts/tenant-repository';
import { createOperationRoutes } from '../identity/audit/operator-audit';
import { signInProviders } from '../identity/provider-tables';
import { requireApps } from './access-routes';
import { lockGroup } from './group-routes';

const byMappingSchema = v.object({ tenant: tenantKeySchema, mapping: uuidSchema });

/** The values of claims of providers that give applications or groups of a tenant. */
export function registerClaimMappingRoutes(app: ApiScope, services: Services): void {
  const { database, now } = services;
  const url = '/tenants/:tenant/mappings';
  const addOperation = createOperationRoutes(app, services);

  const read = { params: byTenantSchema, response: { 200: claimMappingListSchema } };
  app.get(url, { config: { permission: 'access.read' }, schema: read }, async ({ params: { tenant } }) => {
    await requireTenant(database, tenant);
    const providers = await database
      .select({ id: signInProviders.id, name: signInProviders.name })
      .from(signInProviders)
      .where(eq(signInProviders.tenant, tenant))
      .orderBy(asc(signInProviders.name));
    return { mappings: await listMappings(database, tenant), providers };
  });

  addOperation(
    'POST',
    url,
    {
      permission: 'access.manage',
      params: byTenantSchema,
      body: newClaimMappingSchema,
      answer: createdClaimMappingSchema,
    },
    async (tx, { body, params: { tenant } }) => {
      const { claim, group_id: groupId, module, provider_id: providerId, value } = body;
      await lockTenant(tx, tenant);
      if (providerId !== undefined) await lockProvider(tx, tenant, providerId);
      if (module !== undefined) await requireApps(tx, tenant, [module]);
      const group = groupId === undefined ? undefined : await lockGroup(tx, tenant, groupId);
      const id = randomUUID();
      const added = await tx
        .insert(claimMappings)
        .values({ id, tenant, providerId, claim, value, module, groupId, createdAt: now() })
        .onConflictDoNothing()
        .returning({ id: claimMappings.id });
      if (added.length === 0) throw new ApiError(409, 'mapping-exists');
      const details = { claim, value };
      return { action: 'mapping-added', tenant, target: module ?? group?.name, details, answer: { id } };
    },
  );

  addOperation(
    'DELETE',
    `${url}/:mapping`,
    { permission: 'access.manage', params: byMappingSchema },
    async (tx, { params: { tenant, mapping } }) => {
      const [removed] = (await listMappings(tx, tenant)).filter(({ id }) => id === mapping);
      if (removed === undefined) throw new ApiError(404, 'mapping-unknown');
      const { claim, group, module, value } = removed;
      await tx.delete(claimMappings).where(eq(claimMappings.id, mapping));
      const details = { claim, value };
      return { action: 'mapping-removed', tenant, target: module ?? group ?? undefined, details };
    },
  );
}

function listMappings(executor: Executor, tenant: string) {
  const { claim, id, module, value } = claimMappings;
  const people = executor.$count(claimMatches, eq(claimMatches.mappingId, id));
  return executor
    .select({
      id,
      provider: signInProviders.name,
      claim,
      value,
      module,
      group: groups.name,
      people: sql<number>`${people}::int`,
    })
    .from(claimMappings)
    .leftJoin(signInProviders, eq(signInProviders.id, claimMappings.providerId))
    .leftJoin(groups, eq(groups.id, claimMappings.groupId))
    .where(eq(claimMappings.tenant, tenant))
    .orderBy(asc(claim), asc(value), asc(module), asc(groups.name));
}

async function lockProvider(tx: Executor, tenant: string, id: string): Promise<void> {
  const found = await tx
    .select({ id: signInProviders.id })
    .from(signInProviders)
    .where(and(eq(signInProviders.id, id), eq(signInProviders.tenant, tenant)))
    .for('key share');
  if (found.length === 0) throw new ApiError(404, 'provider-unknown');
}

import type { OperatorTenant, Tenant } from '@portico/contract';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { apps, tenants } from '../identity-tables';

/** The name, logo and accent of a tenant; `undefined` if there is no such tenant. */
export async function findTenant(executor: Executor, key: string): Promise<Tenant | undefined> {
  return (await findTenants(executor, [key])).get(key);
}

/** The name, logo and accent of the tenants that exist, by their keys. */
export async function findTenants(executor: Executor, keys: readonly string[]): Promise<Map<string, Tenant>> {
  const rows = await executor.select().from(tenants).where(inArray(tenants.key, keys));
  return new Map(rows.map((row) => [row.key, toTenant(row)]));
}

export async function listTenants(executor: Executor): Promise<OperatorTenant[]> {
  const rows = await executor.select().from(tenants).orderBy(asc(tenants.key));
  return rows.map((row) => ({ key: row.key, ...toTenant(row) }));
}

/** Returns `false` when the key is taken. */
export async function insertTenant(executor: Executor, tenant: OperatorTenant): Promise<boolean> {
  const added = await executor.insert(tenants).values(tenant).onConflictDoNothing().returning({ key: tenants.key });
  return added.length > 0;
}

/** Whether there is such a tenant, which then stays until the transaction ends. */
export async function lockTenant(tx: Executor, key: string): Promise<boolean> {
  const found = await tx.select({ key: tenants.key }).from(tenants).where(eq(tenants.key, key)).for('key share');
  return found.length > 0;
}

/** Deletes a tenant with its apps and their grants. Returns `false` when there is none. */
export async function deleteTenant(tx: Executor, key: string): Promise<boolean> {
  // First, so that nobody defines an app of it meanwhile.
  await tx.select({ key: tenants.key }).from(tenants).where(eq(tenants.key, key)).for('update');
  await tx.delete(apps).where(eq(apps.tenant, key));
  return (await tx.delete(tenants).where(eq(tenants.key, key)).returning({ key: tenants.key })).length > 0;
}

function toTenant({ name, logo, accent }: typeof tenants.$inferSelect): Tenant {
  return { name, ...(logo !== null && { logo }), ...(accent !== null && { accent }) };
}

import type { OperatorTenant, Tenant } from '@portico/contract';
import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { tenants } from '../tables';

/** The name, logo and accent of a tenant; `undefined` if there is no such tenant. */
export async function findTenant(executor: Executor, key: string): Promise<Tenant | undefined> {
  const [row] = await executor.select().from(tenants).where(eq(tenants.key, key));
  return row && toTenant(row);
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

function toTenant({ name, logo, accent }: typeof tenants.$inferSelect): Tenant {
  return { name, ...(logo !== null && { logo }), ...(accent !== null && { accent }) };
}

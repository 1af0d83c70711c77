import type { OperatorTenant, Tenant } from '@portico/contract';
import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { tenants } from '../database/tables';

/** How a tenant presents itself, or `undefined` when there is no such tenant. */
export async function findTenant(executor: Executor, key: string): Promise<Tenant | undefined> {
  const [row] = await executor.select().from(tenants).where(eq(tenants.key, key));
  return row && presentationOf(row);
}

export async function listTenants(executor: Executor): Promise<OperatorTenant[]> {
  const rows = await executor.select().from(tenants).orderBy(asc(tenants.key));
  return rows.map((row) => ({ key: row.key, ...presentationOf(row) }));
}

/** Whether the tenant was added; `false` when its key is taken. */
export async function insertTenant(executor: Executor, tenant: OperatorTenant): Promise<boolean> {
  const added = await executor.insert(tenants).values(tenant).onConflictDoNothing().returning({ key: tenants.key });
  return added.length > 0;
}

function presentationOf({ name, logo, accent }: typeof tenants.$inferSelect): Tenant {
  return { name, ...(logo !== null && { logo }), ...(accent !== null && { accent }) };
}

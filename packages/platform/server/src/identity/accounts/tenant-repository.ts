import { darkenAccent, defaultAccent, type OperatorTenant, type Tenant } from '@portico/contract';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import type { MailSender } from '../identity-services';
import { tenants } from '../identity-tables';

/** Finds the name, logo and accent of a tenant. */
export async function findTenant(executor: Executor, key: string): Promise<Tenant | undefined> {
  return (await findTenants(executor, [key])).get(key);
}

/** Finds the name and accent of a tenant, and the sender of its mails. */
export async function findMailTenant(executor: Executor, key: string) {
  const [row] = await executor.select().from(tenants).where(eq(tenants.key, key));
  if (row === undefined) return undefined;
  const { accent, name, senderAddress, senderName } = row;
  const sender: MailSender = {
    address: senderAddress ?? undefined,
    // The name of the portal would not fit the address of a tenant.
    name: senderName ?? (senderAddress === null ? undefined : name),
  };
  return { accent: darkenAccent(accent ?? defaultAccent), name, sender };
}

/** Finds the name, logo and accent of the existing tenants, by key. */
export async function findTenants(executor: Executor, keys: readonly string[]): Promise<Map<string, Tenant>> {
  const rows = await executor.select().from(tenants).where(inArray(tenants.key, keys));
  return new Map(rows.map((row) => [row.key, toTenant(row)]));
}

export async function listTenants(executor: Executor): Promise<OperatorTenant[]> {
  const rows = await executor.select().from(tenants).orderBy(asc(tenants.key));
  return rows.map((row) => ({ key: row.key, ...toTenant(row) }));
}

/** Adds a tenant. Returns `false` if the key is taken. */
export async function insertTenant(executor: Executor, tenant: OperatorTenant): Promise<boolean> {
  const added = await executor.insert(tenants).values(tenant).onConflictDoNothing().returning({ key: tenants.key });
  return added.length > 0;
}

/** Requires a tenant, which then exists until the transaction ends; throws ApiError 404 for an unknown one. */
export async function lockTenant(tx: Executor, key: string, strength: 'key share' | 'update' = 'key share') {
  const found = await tx.select({ key: tenants.key }).from(tenants).where(eq(tenants.key, key)).for(strength);
  if (found.length === 0) throw new ApiError(404, 'tenant-unknown');
}

function toTenant({ name, logo, accent }: typeof tenants.$inferSelect): Tenant {
  return { name, ...(logo !== null && { logo }), ...(accent !== null && { accent }) };
}

import { darkenAccent, defaultAccent, type FormProviders, type Tenant } from '@portico/contract';
import type { OperatorTenant } from '@portico/contract/administration';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import type { MailSender } from '../identity-services';
import { signInProviders } from '../provider-tables';
import { tenants } from '../tenant-tables';

/** Finds the name, logo and accent of a tenant. */
export async function findTenant(executor: Executor, key: string): Promise<Tenant | undefined> {
  const [row] = await executor.select().from(tenants).where(eq(tenants.key, key));
  return row && toTenant(row);
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

/** A tenant as its pages show it. */
interface HostTenant {
  readonly tenant: Tenant;
  /** Absent without providers. */
  readonly providers?: FormProviders;
}

/** Finds the name, logo, accent and providers of the existing tenants, by key, in one query for every page. */
export async function findHostTenants(executor: Executor, keys: readonly string[]): Promise<Map<string, HostTenant>> {
  const { domains, id, name, tenant } = signInProviders;
  const rows = await executor
    .select({ row: tenants, provider: { id, name, domains } })
    .from(tenants)
    .leftJoin(signInProviders, eq(tenant, tenants.key))
    .where(inArray(tenants.key, keys))
    .orderBy(asc(name), asc(id));
  const found = new Map<string, HostTenant>();
  for (const { row, provider } of rows) {
    const list = [...(found.get(row.key)?.providers?.list ?? []), ...(provider ? [provider] : [])];
    const providers = { list, passwordsOff: row.passwordsOff };
    found.set(row.key, { tenant: toTenant(row), ...(provider && { providers }) });
  }
  return found;
}

/** Names the providers of a tenant, if its users sign in by them alone; otherwise `undefined`. */
async function findOnlyProviders(executor: Executor, key: string): Promise<string | undefined> {
  const providers = (await findHostTenants(executor, [key])).get(key)?.providers;
  return providers?.passwordsOff ? providers.list.map(({ name }) => name).join(', ') : undefined;
}

/** Whether the users of a tenant sign in by its providers alone. */
export async function arePasswordsOff(executor: Executor, key: string | undefined): Promise<boolean> {
  return key !== undefined && (await findOnlyProviders(executor, key)) !== undefined;
}

/** Throws ApiError 403, which names the providers, if the users of a tenant sign in by these alone. */
export async function requirePasswords(executor: Executor, key?: string | null): Promise<void> {
  const providers = key ? await findOnlyProviders(executor, key) : undefined;
  if (providers !== undefined) throw new ApiError(403, 'passwords-off', { values: { providers } });
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

/** @throws ApiError 404 for an unknown tenant */
export async function requireTenant(executor: Executor, key: string): Promise<void> {
  if ((await executor.$count(tenants, eq(tenants.key, key))) === 0) throw new ApiError(404, 'tenant-unknown');
}

/** Requires a tenant, which then exists until the transaction ends; throws ApiError 404 for an unknown one. */
export async function lockTenant(tx: Executor, key: string, strength: 'key share' | 'update' = 'key share') {
  const found = await tx.select({ key: tenants.key }).from(tenants).where(eq(tenants.key, key)).for(strength);
  if (found.length === 0) throw new ApiError(404, 'tenant-unknown');
}

function toTenant({ name, logo, accent }: typeof tenants.$inferSelect): Tenant {
  return { name, ...(logo !== null && { logo }), ...(accent !== null && { accent }) };
}

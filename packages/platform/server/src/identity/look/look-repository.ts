import type { TenantLook } from '@portico/contract/administration';
import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import type { Picture } from '../images/convert-picture';
import { tenantHosts, tenantLogos, tenants } from '../tenant-tables';

/** The fields of a look that can change. The logo has calls of its own. */
export const lookFields = ['name', 'accent', 'logo', 'sender_name', 'sender_address', 'hosts'] as const;

export type LookField = (typeof lookFields)[number];

/** The fields that the author of a change saw before. */
export type SeenLook = { readonly [Field in LookField]?: TenantLook[Field] | undefined };

type Hosts = Readonly<Record<string, string>>;

/** Reads how a tenant appears; throws ApiError 404 for an unknown one. */
export async function readLook(executor: Executor, key: string, configuredHosts: Hosts): Promise<TenantLook> {
  const [row] = await executor.select().from(tenants).where(eq(tenants.key, key));
  if (row === undefined) throw new ApiError(404, 'tenant-unknown');
  const stored = await executor
    .select({ host: tenantHosts.host })
    .from(tenantHosts)
    .where(eq(tenantHosts.tenant, key))
    .orderBy(asc(tenantHosts.host));
  const fixed = Object.entries(configuredHosts).filter(([, tenant]) => tenant === key);
  return {
    key,
    name: row.name,
    accent: row.accent,
    logo: row.logo,
    sender_name: row.senderName,
    sender_address: row.senderAddress,
    hosts: stored.map(({ host }) => host),
    fixed_hosts: fixed.map(([host]) => host).toSorted(),
  };
}

/**
 * Replaces the hosts of a tenant.
 * @throws ApiError 409 for a host of another tenant: by the configuration, by its look, or by the key in the first label
 */
export async function replaceHosts(
  tx: Executor,
  tenant: string,
  hosts: readonly string[],
  configuredHosts: Hosts,
): Promise<void> {
  const wanted = [...new Set(hosts)];
  const { host: name, tenant: owner } = tenantHosts;
  await tx.delete(tenantHosts).where(and(eq(owner, tenant), wanted.length > 0 ? notInArray(name, wanted) : undefined));
  if (wanted.length === 0) return;
  const labels = wanted.map((host) => host.split('.', 1)[0] ?? '');
  const keys = await tx.select({ key: tenants.key }).from(tenants).where(inArray(tenants.key, labels));
  for (const [index, host] of wanted.entries()) {
    const byLabel = keys.find(({ key }) => key === labels[index])?.key;
    requireOwn(host, tenant, Object.hasOwn(configuredHosts, host) ? configuredHosts[host] : byLabel);
  }
  await tx
    .insert(tenantHosts)
    .values(wanted.map((host) => ({ host, tenant })))
    .onConflictDoNothing();
  const stored = await tx.select().from(tenantHosts).where(inArray(name, wanted));
  for (const { host, tenant: found } of stored) requireOwn(host, tenant, found);
}

function requireOwn(host: string, tenant: string, owner: string | undefined): void {
  if (owner === undefined || owner === tenant) return;
  throw new ApiError(409, 'host-taken', { values: { host, tenant: owner } });
}

/** Stores a logo, or removes it. Returns its address. */
export async function replaceLogo(tx: Executor, tenant: string, picture: Picture | undefined): Promise<string | null> {
  await tx.delete(tenantLogos).where(eq(tenantLogos.tenant, tenant));
  if (picture !== undefined) await tx.insert(tenantLogos).values({ tenant, ...picture });
  const logo = picture === undefined ? null : `/media/tenants/${tenant}/${picture.hash}.webp`;
  await tx.update(tenants).set({ logo }).where(eq(tenants.key, tenant));
  return logo;
}

/** Throws ApiError 409 with what another user has changed since the author of a change saw it. */
export function requireSeen(look: TenantLook, seen: SeenLook, fields: readonly LookField[]): void {
  const changed = fields.filter((field) => seen[field] !== undefined && format(seen[field]) !== format(look[field]));
  if (changed.length === 0) return;
  const changes = changed.map((field) => `${field}: ${format(seen[field])} → ${format(look[field])}`).join('; ');
  throw new ApiError(409, 'look-changed', { values: { changes } });
}

function format(value: TenantLook[LookField] | undefined): string {
  return Array.isArray(value) ? value.join(', ') || '–' : (value ?? '–');
}

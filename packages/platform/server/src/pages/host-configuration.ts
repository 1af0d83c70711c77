import { type Configuration, type FormProviders, normalizeHost, type Tenant, tenantKeySchema } from '@portico/contract';
import * as v from 'valibot';
import type { Executor } from '../database/database';
import { keepLastKnown, shareReads } from '../database/shared-reads';
import { findHostTenants } from '../identity/accounts/tenant-repository';
import type { IdentityServices } from '../identity/identity-services';
import type { ServerConfiguration } from '../process/server-configuration';

interface Host {
  /** Its `tenants` holds the tenant of this host, or is empty if unknown. */
  readonly configuration: Configuration;
  /** The providers of the tenant; absent without any. */
  readonly providers?: FormProviders | undefined;
}

/** Reads what pages need of a host name, which has no port. */
export type ReadHost = (hostname: string) => Promise<Host>;

/** @param base the configuration of all hosts; the database overrides its tenants */
export function createReadHost(
  { modulePolicy, ...base }: ServerConfiguration,
  database: Executor,
  { getTenantKey, isKnownHost }: Pick<IdentityServices, 'getTenantKey' | 'isKnownHost'>,
): ReadHost {
  const readTenant = shareReads(keepLastKnown((keys) => findHostTenants(database, keys)));

  return async (hostname) => {
    const key = getTenantKey(hostname);
    const { providers, tenant } = (v.is(tenantKeySchema, key) && (await readTenant(key))) || {};
    // A page needs its own host. The others name customers, and would make each page a different one.
    const hosts = isKnownHost(hostname) ? { [normalizeHost(hostname)]: key } : {};
    const tenants = tenant ? { [key]: { ...base.tenants[key], ...tenant } } : {};
    return { configuration: { ...base, hosts, tenants }, providers };
  };
}

/** Returns the tenant of the host: the only one in its configuration. */
export function getHostTenant({ tenants }: Pick<Configuration, 'tenants'>): Tenant | undefined {
  return Object.values(tenants)[0];
}

/** Returns the style sheet with the tenant's accent, from which tokens.css derives its shades; empty without accent. */
export function getTenantStyle(configuration: Pick<Configuration, 'tenants'>): string {
  const accent = getHostTenant(configuration)?.accent;
  return accent === undefined ? '' : `:root{--portico-tenant-accent:${accent}}`;
}

import { type Configuration, type FormProviders, normalizeHost, type Tenant, tenantKeySchema } from '@portico/contract';
import * as v from 'valibot';
import type { Executor } from '../database/database';
import { keepLastKnown, shareReads } from '../database/shared-reads';
import { findHostTenants } from '../identity/accounts/tenant-repository';
import type { IdentityServices } from '../identity/identity-services';
import type { ServerConfiguration } from '../process/server-configuration';

/** The lookups by the host name of a page, without port. */
export type HostConfiguration = ReturnType<typeof createHostConfiguration>;

/** @param base the configuration of all hosts; the database overrides its tenants */
export function createHostConfiguration(
  { modulePolicy, ...base }: ServerConfiguration,
  database: Executor,
  { getTenantKey, isKnownHost }: Pick<IdentityServices, 'getTenantKey' | 'isKnownHost'>,
) {
  const readTenant = shareReads(keepLastKnown((keys) => findHostTenants(database, keys)));

  const findTenant = async (key: string) => (v.is(tenantKeySchema, key) ? readTenant(key) : undefined);

  return {
    /** Returns the tenant key of a host name, even if no such tenant exists. */
    getTenantKey,
    /** Returns the configuration of a host. Its `tenants` holds the tenant of this host, or is empty if unknown. */
    getConfiguration: async (hostname: string): Promise<Configuration> => {
      const key = getTenantKey(hostname);
      const tenant = (await findTenant(key))?.tenant;
      // A page needs its own host. The others name customers, and would make each page a different one.
      const hosts = isKnownHost(hostname) ? { [normalizeHost(hostname)]: key } : {};
      return { ...base, hosts, tenants: tenant ? { [key]: { ...base.tenants[key], ...tenant } } : {} };
    },
    /** Returns the providers of the tenant of a host; `undefined` without any. */
    getProviders: async (hostname: string): Promise<FormProviders | undefined> =>
      (await findTenant(getTenantKey(hostname)))?.providers,
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

import { type Configuration, findTenantKey, type Tenant, tenantKeySchema } from '@portico/contract';
import * as v from 'valibot';
import type { Executor } from '../database/database';
import { findTenant } from '../identity/accounts/tenant-repository';

/**
 * What depends on the host name of a page. Host names come without a port.
 * @param base the configuration of all hosts; what the database says of a tenant overrides it
 */
export function createHostConfiguration(base: Configuration, database: Executor) {
  const getTenantKey = (hostname: string) => findTenantKey(hostname, base.hosts);
  return {
    /** The tenant key of a host name, also where no such tenant exists. */
    getTenantKey,
    /** The configuration for a host. Its `tenants` holds only the tenant of this host, or none if that is unknown. */
    getConfiguration: async (hostname: string): Promise<Configuration> => {
      const key = getTenantKey(hostname);
      const known = v.is(tenantKeySchema, key) ? await findTenant(database, key) : undefined;
      return { ...base, tenants: known === undefined ? {} : { [key]: { ...base.tenants[key], ...known } } };
    },
  };
}

/** The tenant of the host: the only one in its configuration, or none. */
export function getHostTenant({ tenants }: Configuration): Tenant | undefined {
  return Object.values(tenants)[0];
}

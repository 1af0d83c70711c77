import { isDeepStrictEqual } from 'node:util';
import { type Configuration, findTenantKey, type Tenant, tenantKeySchema } from '@portico/contract';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Executor } from '../database/database';
import { keepLastKnown, shareReads } from '../database/shared-reads';
import { findTenants } from '../identity/accounts/tenant-repository';
import type { ServerConfiguration } from '../process/server-configuration';

/** More tenants than this in use at once make the others' pages slower, not wrong. */
const maxCachedTenants = 1000;

/**
 * What depends on the host name of a page. Host names come without a port.
 * @param base the configuration of all hosts; what the database says of a tenant overrides it
 */
export function createHostConfiguration({ modulePolicy, ...base }: ServerConfiguration, database: Executor) {
  const getTenantKey = (hostname: string) => findTenantKey(hostname, base.hosts);
  const readTenant = shareReads(keepLastKnown((keys) => findTenants(database, keys)));
  const withoutTenant: Configuration = { ...base, tenants: {} };
  const cached = new LRUCache<string, { tenant: Tenant; readonly configuration: Configuration }>({
    max: maxCachedTenants,
  });

  function addTenant(key: string, tenant: Tenant): Configuration {
    const known = cached.get(key);
    if (known !== undefined && isDeepStrictEqual(known.tenant, tenant)) {
      // While nothing is written, the next read is the same object.
      known.tenant = tenant;
      return known.configuration;
    }
    const configuration = { ...base, tenants: { [key]: { ...base.tenants[key], ...tenant } } };
    cached.set(key, { tenant, configuration });
    return configuration;
  }

  return {
    /** The tenant key of a host name, also where no such tenant exists. */
    getTenantKey,
    /**
     * The configuration for a host. Its `tenants` holds only the tenant of this host, or none if that is unknown. While
     * nothing changes, it is the same object.
     */
    getConfiguration: async (hostname: string): Promise<Configuration> => {
      const key = getTenantKey(hostname);
      const found = v.is(tenantKeySchema, key) ? await readTenant(key) : undefined;
      return found === undefined ? withoutTenant : addTenant(key, found);
    },
  };
}

/** The tenant of the host: the only one in its configuration, or none. */
export function getHostTenant({ tenants }: Pick<Configuration, 'tenants'>): Tenant | undefined {
  return Object.values(tenants)[0];
}

/**
 * The style sheet with the accent of the host's tenant, whose shades follow from it (tokens.css); empty without one.
 */
export function getTenantStyle(configuration: Pick<Configuration, 'tenants'>): string {
  const accent = getHostTenant(configuration)?.accent;
  return accent === undefined ? '' : `:root{--portico-tenant-accent:${accent}}`;
}

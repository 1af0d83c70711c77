import { type Configuration, tenantKeySchema, tenantOfHost } from '@portico/contract';
import * as v from 'valibot';
import type { Executor } from '../database/database';
import { findTenant } from '../tenants/tenant-repository';

/** What the page of a host is told. Host names come without a port. */
export interface HostConfiguration {
  /** The tenant key of a host name, whether there is such a tenant or not. */
  tenantOf(hostname: string): string;
  /** The configuration for a host: of all tenants it holds this host's alone, or none when that is unknown. */
  configurationFor(hostname: string): Promise<Configuration>;
}

/** @param base the configuration but for the tenants, which the database knows; where it is silent, `base` speaks */
export function createHostConfiguration(base: Configuration, database: Executor): HostConfiguration {
  const tenantOf = (hostname: string) => tenantOfHost(hostname, base.hosts);
  return {
    tenantOf,
    configurationFor: async (hostname) => {
      const key = tenantOf(hostname);
      const known = v.is(tenantKeySchema, key) ? await findTenant(database, key) : undefined;
      return { ...base, tenants: known === undefined ? {} : { [key]: { ...base.tenants[key], ...known } } };
    },
  };
}

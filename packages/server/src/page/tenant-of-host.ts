import type { Configuration, Tenant } from '@portico/contract';

/** Of all tenants the configuration of a host holds this host's alone, or none. */
export function tenantOfHost({ tenants }: Configuration): Tenant | undefined {
  return Object.values(tenants)[0];
}

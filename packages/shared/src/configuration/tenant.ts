import { type Tenant, tenantOfHost } from '@portico/contract';
import { readPage } from './configuration';

/** The key of the tenant that this page belongs to, from its host name (specification, section 1). */
export function tenantKey(): string {
  return tenantOfHost(location.hostname, readPage().configuration.hosts);
}

/** How the tenant of this page presents itself; `undefined` when no tenant has this host. */
export function currentTenant(): Tenant | undefined {
  const { tenants } = readPage().configuration;
  const key = tenantKey();
  return Object.hasOwn(tenants, key) ? tenants[key] : undefined;
}

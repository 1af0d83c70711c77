import type { Configuration } from '@portico/contract';
import { getHostTenant } from './host-configuration';

/**
 * The style sheet with the accent of the host's tenant, whose shades follow from it (tokens.css); empty without one.
 */
export function getTenantStyle(configuration: Pick<Configuration, 'tenants'>): string {
  const accent = getHostTenant(configuration)?.accent;
  return accent === undefined ? '' : `:root{--portico-tenant-accent:${accent}}`;
}

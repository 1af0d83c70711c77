import * as v from 'valibot';

/** A tenant key: one label of a host name (RFC 1123), in lower case. */
export const tenantKeySchema = v.pipe(v.string(), v.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/));

/**
 * Finds the tenant key of a host name: its entry in `hosts`, else its first label.
 * @param hostname without port, as in `location.hostname`
 */
export function findTenantKey(hostname: string, hosts: Readonly<Record<string, string>>): string {
  // A fully qualified name may end with a dot.
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return (Object.hasOwn(hosts, name) ? hosts[name] : undefined) ?? name.split('.')[0] ?? '';
}

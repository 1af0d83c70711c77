import * as v from 'valibot';

/** A tenant key: one label of a host name (RFC 1123), in lower case. */
export const tenantKeySchema = v.pipe(v.string(), v.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/));

/**
 * The tenant key of a host name: the entry of `hosts`, when this host has one, else its first label.
 * @param hostname without port, as in `location.hostname`
 */
export function tenantOfHost(hostname: string, hosts: Readonly<Record<string, string>>): string {
  // The last dot of a fully qualified name says nothing.
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return (Object.hasOwn(hosts, name) ? hosts[name] : undefined) ?? name.split('.')[0] ?? '';
}

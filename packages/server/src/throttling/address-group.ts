import { isIPv6 } from 'node:net';

/** What counts as one address: of IPv6 the first 64 bits, since whoever has one address has all of those. */
export function addressGroupOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  // The address of a URL comes back in lower case, without leading zeros and without dots.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}

import ipaddr from 'ipaddr.js';

/** A network that limits count by. */
export interface AddressNetwork {
  readonly name: string;
  /** How many times the tries of one customer it has. */
  readonly factor: number;
}

/** The prefixes that providers give to one customer. A wider one may hold several, so it has more tries. */
const prefixes = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 2 },
  { bits: 48, factor: 4 },
] as const;

/** The networks of an address, the narrowest first: an IPv4 address itself, the prefixes of an IPv6 address. */
export function listAddressNetworks(ip: string): readonly AddressNetwork[] {
  if (!ipaddr.isValid(ip)) return [{ name: ip, factor: 1 }];
  // Turns an IPv4 address in the form of IPv6 into IPv4.
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return [{ name: address.toString(), factor: 1 }];
  const [a = 0, b = 0, c = 0, d = 0] = address.parts;
  return prefixes.map(({ bits, factor }) => {
    const parts = bits === 48 ? [a, b, c] : [a, b, c, bits === 56 ? d & 0xff00 : d];
    return { name: `${parts.map((part) => part.toString(16)).join(':')}::/${bits}`, factor };
  });
}

/** The network of one customer: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function getAddressGroup(ip: string): string {
  return listAddressNetworks(ip)[0]?.name ?? ip;
}

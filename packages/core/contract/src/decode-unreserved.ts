/** Escapes of letters, digits, hyphen, dot, underscore and tilde, the unreserved characters (RFC 3986, section 2.3). */
const unreserved = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi;

/**
 * Decodes the unreserved characters of an address, so that equivalent addresses are equal (RFC 3986, section 6.2.2.2).
 * Mail programs and proxies may encode any character.
 */
export function decodeUnreserved(address: string): string {
  return address.replace(unreserved, decodeURIComponent);
}

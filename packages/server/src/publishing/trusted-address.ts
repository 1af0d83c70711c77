import { ApiError } from '../errors/api-error';

/** What the parser of addresses drops or turns into a slash, so that the text says another host than the browser asks. */
const misleading = /[\\\p{Cc}\s]/u;
/** The parser takes any number of slashes, and credentials in front of the host. */
const plainStart = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;

/**
 * The address as a browser reads it, once it is known to lead to an origin that modules may come from: host names in
 * upper case or in other scripts are what the parser makes of them, and nothing is compared as text.
 * @param moduleOrigins exact origins, of the configuration
 * @throws ApiError 400 for everything else
 */
export function requireTrustedAddress(address: string, moduleOrigins: readonly string[]): URL {
  if (!isPlain(address)) throw new ApiError(400, 'address-untrusted', { values: { origin: address.slice(0, 200) } });
  const url = new URL(address);
  if (!moduleOrigins.includes(url.origin)) {
    throw new ApiError(400, 'address-untrusted', { values: { origin: url.origin } });
  }
  return url;
}

function isPlain(address: string): boolean {
  return plainStart.test(address) && !misleading.test(address) && !address.includes('#') && URL.canParse(address);
}

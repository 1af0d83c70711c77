import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { ApiError } from '../../http/api-error';
import { requireTrustedAddress } from './prepare-external-version';

/** What only this machine, its link, or its cloud answers at, such as 169.254.169.254. */
const localRanges: readonly string[] = ['loopback', 'linkLocal', 'unspecified'];

/**
 * Requires that a trusted address is not on this machine: the name of a trusted host may come to lead there.
 * @throws ApiError 400
 */
export async function requireRemoteAddress(address: string, moduleOrigins: readonly string[]): Promise<void> {
  const { hostname, origin } = requireTrustedAddress(address, moduleOrigins);
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch((cause: unknown) => {
    throw new ApiError(400, 'address-closed', { cause, values: { address } });
  });
  if (found.some((one) => isLocal(one.address))) throw new ApiError(400, 'address-local', { values: { origin } });
}

/** @param ip with or without the name of a network interface */
export function isLocal(ip: string): boolean {
  return localRanges.includes(ipaddr.process(ip).range());
}

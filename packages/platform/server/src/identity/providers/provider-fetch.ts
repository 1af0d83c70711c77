import { type LookupAddress, lookup } from 'node:dns';
import { type IncomingMessage, request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { CustomFetch } from 'openid-client';
import { readAtMost } from '../../http/read-body';

/** The address of a provider that only development may use. */
export class LocalAddressError extends Error {
  override readonly name = 'LocalAddressError';
}

/** Maximum size of an answer of a provider. */
const maxBytes = 4 * 1024 * 1024;

/** Whether an address is not one of the Internet: loopback, link-local, private, or of a cloud, such as 169.254.169.254. */
function isLocal(ip: string): boolean {
  return ipaddr.process(ip).range() !== 'unicast';
}

/** Resolves a name for a connection. The check cannot pass for another address than the one of the connection. */
const lookupRemote: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error: Error | null, found: string | LookupAddress[], family?: number) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
    callback(error ?? (addresses.some(isLocal) ? new LocalAddressError(hostname) : null), found, family);
  });
};

/**
 * Creates the function that sends the requests to providers, whose bodies are texts: without redirects, with a limit of
 * size, and to addresses of the Internet over HTTPS only, unless local ones are allowed.
 */
export function createProviderFetch(allowsLocal: boolean): CustomFetch {
  return async (address, { body, headers, method, signal }) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Node calls no `lookup` for an IP address.
    const isRefused = url.protocol !== 'https:' || (isIP(host) !== 0 && isLocal(host));
    if (isRefused && !allowsLocal) throw new LocalAddressError(host);
    const send = url.protocol === 'https:' ? sendHttps : sendHttp;
    const options = { method, headers, signal, ...(!allowsLocal && { lookup: lookupRemote }) };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      send(url, options, resolve)
        .on('error', reject)
        .end(String(body ?? ''));
    });
    const received = await readAtMost(answer, maxBytes);
    if (received === undefined) throw new Error(`The answer of ${url.host} is too large.`);
    const fields = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    return new Response(received.length > 0 ? new Uint8Array(received) : null, {
      status: answer.statusCode ?? 502,
      headers: fields,
    });
  };
}

import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';

/**
 * Creates the check whether a request comes from a trusted proxy itself.
 * @param trustProxy as `fastify` takes it
 */
export function createProxyCheck(trustProxy: boolean | string): (request: IncomingMessage) => boolean {
  const isTrusted =
    typeof trustProxy === 'string' ? compile(trustProxy.split(',').map((one) => one.trim())) : () => trustProxy;
  return ({ socket }) => isTrusted(socket.remoteAddress ?? '', 0);
}

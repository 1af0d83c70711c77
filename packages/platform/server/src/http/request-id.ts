import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';

const valid = /^[\w.:/+=@-]{1,100}$/;

/**
 * Creates the id of each request: the one that a trusted proxy sends, otherwise a new one.
 * @param trustProxy as `fastify` takes it
 */
export function createRequestIds(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const isTrusted =
    typeof trustProxy === 'string' ? compile(trustProxy.split(',').map((one) => one.trim())) : () => trustProxy;
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isUsable = typeof given === 'string' && valid.test(given) && isTrusted(socket.remoteAddress ?? '', 0);
    return isUsable ? given : randomUUID();
  };
}

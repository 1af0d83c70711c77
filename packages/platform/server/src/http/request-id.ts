import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createProxyCheck } from './trusted-proxy';

const valid = /^[\w.:/+=@-]{1,100}$/;

/**
 * Creates the id of each request: the one that a trusted proxy sends, otherwise a new one.
 * @param trustProxy as `fastify` takes it
 */
export function createRequestIds(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const isFromProxy = createProxyCheck(trustProxy);
  return (request) => {
    const given = request.headers['x-request-id'];
    const isUsable = typeof given === 'string' && valid.test(given) && isFromProxy(request);
    return isUsable ? given : randomUUID();
  };
}

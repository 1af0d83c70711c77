import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

const signals = new WeakMap<Socket, AbortSignal>();

/** Returns a signal that is aborted when the connection of a request closes. Fastify's is aborted after the body. */
export function getConnectionSignal({ socket }: FastifyRequest): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const closed = new AbortController();
  const { signal } = closed;
  signals.set(socket, signal);
  if (socket.destroyed) closed.abort();
  else socket.once('close', () => closed.abort());
  return signal;
}

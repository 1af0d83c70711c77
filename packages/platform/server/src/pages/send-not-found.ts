import type { FastifyReply } from 'fastify';

/**
 * For files, which no person reads. `no-store`, because a cache may otherwise keep the 404, and the same address is a
 * page for a person.
 */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').header('Cache-Control', 'no-store').send('Not found');
}

import type { FastifyReply } from 'fastify';

/** For files, which no person reads. */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
}

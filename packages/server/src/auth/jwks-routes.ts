import type { FastifyInstance } from 'fastify';
import type { Services } from '../services';

/** How long a broker may go without asking again, in seconds: a new key is known everywhere after that. */
const maxAge = 300;

/** The key that checks access tokens, for brokers that do so themselves (RFC 7517). */
export function registerJwksRoutes(app: FastifyInstance, { signingKey }: Services): void {
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', `public, max-age=${maxAge}`).send({ keys: [signingKey] }),
  );
}

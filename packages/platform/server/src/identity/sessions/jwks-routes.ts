import type { FastifyInstance } from 'fastify';
import type { IdentityServices } from '../services';

/** How long brokers cache the key, in seconds. */
const maxAge = 300;

/** The public key, for brokers that verify access tokens themselves (RFC 7517). */
export function registerJwksRoutes(app: FastifyInstance, { signingKey }: IdentityServices): void {
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', `public, max-age=${maxAge}`).send({ keys: [signingKey] }),
  );
}

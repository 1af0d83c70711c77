import type { RealtimeCredentials } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../auth/authenticate';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';

/** Where the configuration says `dynamic`: a client of the broker for the session. Elsewhere there is nothing here. */
export function registerCredentialsRoutes(app: FastifyInstance, services: Services): void {
  const { brokerClients } = services;
  if (brokerClients === undefined) return;

  app.post('/realtime/credentials', async (request): Promise<RealtimeCredentials> => {
    const { session, user } = await authenticate(request, services);
    return brokerClients.credentialsOf(session.id, user.email).catch((cause: unknown) => {
      throw new ApiError(503, 'not-ready', { cause });
    });
  });
}

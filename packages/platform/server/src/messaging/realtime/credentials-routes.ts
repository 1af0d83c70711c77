import type { RealtimeCredentials } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error';
import { listAddressTries } from '../../identity/limits/address-tries';
import { authenticate } from '../../identity/sessions/authenticate';
import type { MessagingServices } from '../services';
import type { BrokerClients } from './broker-clients';

/**
 * `POST /realtime/credentials`, where the configuration says `dynamic`: a client of the broker for the session, or the
 * anonymous one.
 */
export function registerCredentialsRoutes(app: FastifyInstance, services: MessagingServices): void {
  const { brokerClients, database, throttle } = services;
  if (brokerClients === undefined) return;

  async function issueCredentials(request: FastifyRequest, clients: BrokerClients): Promise<RealtimeCredentials> {
    if (request.headers.authorization === undefined) {
      await throttle.count(database, listAddressTries('brokerCredentialsFromAddress', request.ip));
      return clients.anonymousCredentials().catch(throwNotReady);
    }
    const { session, user } = await authenticate(request, services);
    return clients.createCredentials(session.id, user.email).catch(throwNotReady);
  }

  app.post('/realtime/credentials', (request) => issueCredentials(request, brokerClients));
}

function throwNotReady(cause: unknown): never {
  throw new ApiError(503, 'not-ready', { cause });
}

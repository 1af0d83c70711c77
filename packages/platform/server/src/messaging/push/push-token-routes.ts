import { pushRegistrationSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { parse } from '../../http/parse';
import { authenticate, requireRemainingUser } from '../../identity/sessions/authenticate';
import type { MessagingServices } from '../messaging-services';
import { registerPushToken, unregisterPushToken } from './push-tokens';

/**
 * Registers browsers for pushes. A token ends with its session, so that the next user of a browser gets no pushes of
 * the one before.
 */
export function registerPushTokenRoutes(app: FastifyInstance, services: MessagingServices): void {
  const { database, now } = services;

  app.post('/notifications/register', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    const { token } = parse(pushRegistrationSchema, request.body);
    const registration = { token, userId: user.id, sessionId: session.id };
    await requireRemainingUser(database.transaction((tx) => registerPushToken(tx, registration, now())));
    return reply.code(204).send();
  });

  app.delete('/notifications/register', async (request, reply) => {
    const { user } = await authenticate(request, services);
    const { token } = parse(pushRegistrationSchema, request.body);
    await unregisterPushToken(database, user.id, token);
    return reply.code(204).send();
  });
}

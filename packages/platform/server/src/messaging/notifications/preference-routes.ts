import { type NotificationPreference, notificationPreferenceListSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { authenticate } from '../../identity/sessions/authenticate';
import type { MessagingServices } from '../services';
import { listPreferences, setPreferences } from './preference-repository';

const changesSchema = v.pipe(
  notificationPreferenceListSchema,
  v.check((preferences) => new Set(preferences.map(({ module }) => module)).size === preferences.length),
);

/** The preferences of the current user: which modules may show toasts and pushes. */
export function registerPreferenceRoutes(app: FastifyInstance, services: MessagingServices): void {
  const { database } = services;

  app.get('/notifications/preferences', async (request): Promise<NotificationPreference[]> => {
    const { user } = await authenticate(request, services);
    return listPreferences(database, user.id);
  });

  app.put('/notifications/preferences', async (request, reply) => {
    const { user } = await authenticate(request, services);
    const changes = parse(changesSchema, request.body);
    const known = new Set((await listPreferences(database, user.id)).map(({ module }) => module));
    if (!changes.every(({ module }) => known.has(module))) throw new ApiError(404, 'module-unknown');
    await setPreferences(database, user.id, changes);
    return reply.code(204).send();
  });
}

import type { KnownDevice } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parseId } from '../../http/parse';
import { recordOwnAction } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { authenticate } from '../sessions/authenticate';
import { forgetDevice, listDevices } from './known-devices';

/** The browsers in which a user has signed in. */
export function registerDeviceRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, now } = services;

  app.get('/auth/devices', async (request): Promise<KnownDevice[]> => {
    const { user } = await authenticate(request, services);
    return listDevices(request, services, user);
  });

  app.delete('/auth/devices/:id', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    const id = parseId(request, 'device-unknown');
    await database.transaction(async (tx) => {
      if (!(await forgetDevice(tx, user.id, id, now()))) throw new ApiError(404, 'device-unknown');
      await recordOwnAction(tx, now(), request, session, 'device-forgotten');
    });
    return reply.code(204).send();
  });
}

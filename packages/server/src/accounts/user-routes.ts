import { type CurrentUser, personalDataSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { authenticate, authenticateApp } from '../auth/authenticate';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import type { Services } from '../services';
import { setPersonalData, type User } from './user-repository';

export function registerUserRoutes(app: FastifyInstance, services: Services): void {
  app.get('/users/me', async (request): Promise<CurrentUser> => {
    const { user } = await authenticateApp(request, services);
    return toCurrentUser(user);
  });

  app.patch('/users/me', async (request): Promise<CurrentUser> => {
    const { user } = await authenticate(request, services);
    const changed = await setPersonalData(services.database, user, parse(personalDataSchema, request.body));
    if (changed === undefined) throw new ApiError(401, 'not-authenticated');
    return toCurrentUser(changed);
  });
}

function toCurrentUser({ email, name, phone }: User): CurrentUser {
  return { email, name, phone };
}

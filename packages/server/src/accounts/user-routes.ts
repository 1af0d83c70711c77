import type { CurrentUser } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { authenticateApp } from '../auth/authenticate';
import type { Services } from '../services';

export function registerUserRoutes(app: FastifyInstance, services: Services): void {
  app.get('/users/me', async (request): Promise<CurrentUser> => {
    const { user } = await authenticateApp(request, services);
    return { email: user.email, name: user.name };
  });
}

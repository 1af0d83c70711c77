import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerUserRoutes } from './accounts/user-routes';
import { registerAppRoutes } from './apps/app-routes';
import { registerActiveSessionRoutes } from './auth/active-session-routes';
import { registerPasswordRoutes } from './auth/password-routes';
import { registerRecoveryRoutes } from './auth/recovery-routes';
import { registerSessionRoutes } from './auth/session-routes';
import { registerSignInRoutes } from './auth/sign-in-routes';
import { answerNotFound } from './errors/answer-error';
import { registerUserImageRoutes } from './images/user-image-routes';
import { acceptJson } from './json-body';
import { registerNotificationRoutes } from './notifications/notification-routes';
import { registerPreferenceRoutes } from './notifications/preference-routes';
import { registerSendRoutes } from './notifications/send-routes';
import { registerOperatorRoutes } from './operator/operator-routes';
import { registerOutcomeRoutes } from './publishing/outcome-routes';
import { registerPublicationRoutes } from './publishing/publication-routes';
import { registerUploadRoutes } from './publishing/upload-routes';
import { registerPushTokenRoutes } from './push/push-token-routes';
import { registerCredentialsRoutes } from './realtime/credentials-routes';
import type { Services } from './services';

/** How long browsers may keep the answer to a preflight. */
const preflightSeconds = 600;

/** Whoever is connected by a session that such a call ended is cut off at once. */
function mayEndSessions({ method, routeOptions }: FastifyRequest): boolean {
  return method !== 'GET' && /^\/api\/(auth|operator\/users)\b/.test(routeOptions.url ?? '');
}

/** Everything under `/api`. */
export async function registerApiRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(cookie);
  if (services.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: [...services.allowedOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type', 'Accept-Language', 'If-None-Match'],
      exposedHeaders: ['Retry-After', 'ETag'],
      maxAge: preflightSeconds,
    });
  }
  acceptJson(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  app.addHook('onResponse', async (request) => {
    if (mayEndSessions(request)) services.realtime.dropEndedSessions();
  });
  // Routes, since those of the page host would come before a handler of what is not found.
  app.all('/', answerNotFound);
  app.all('/*', answerNotFound);

  registerSignInRoutes(app, services);
  registerSessionRoutes(app, services);
  registerRecoveryRoutes(app, services);
  registerPasswordRoutes(app, services);
  registerActiveSessionRoutes(app, services);
  registerUserRoutes(app, services);
  registerAppRoutes(app, services);
  registerNotificationRoutes(app, services);
  registerSendRoutes(app, services);
  registerPushTokenRoutes(app, services);
  registerPreferenceRoutes(app, services);
  registerCredentialsRoutes(app, services);
  registerOutcomeRoutes(app, services);
  registerPublicationRoutes(app, services);
  await app.register((scope) => registerUploadRoutes(scope, services));
  await app.register((scope) => registerUserImageRoutes(scope, services));
  await app.register(registerOperatorScope, { prefix: '/operator' });

  function registerOperatorScope(scope: FastifyInstance): Promise<void> {
    return registerOperatorRoutes(scope, services);
  }
}

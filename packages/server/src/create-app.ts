import fastify, { type FastifyInstance } from 'fastify';
import type { Environment } from './environment';
import { answerError } from './errors/answer-error';
import { loggerOptions } from './logger-options';

const bodyLimitBytes = 64 * 1024;

/** A server without routes: how it logs, limits and answers errors. */
export function createApp({ LOG_LEVEL, TRUST_PROXY }: Environment): FastifyInstance {
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    trustProxy: TRUST_PROXY,
    logger: loggerOptions(LOG_LEVEL),
    frameworkErrors: answerError,
  });
  app.setErrorHandler(answerError);
  closeConnectionsWithServer(app);
  return app;
}

/** A connection whose last call ends after the server began to close would stay open, and the server with it. */
function closeConnectionsWithServer(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

import fastify, { type FastifyInstance } from 'fastify';
import type { Environment } from './environment';
import { answerError } from './errors/answer-error';
import { loggerOptions } from './logger-options';

const bodyLimitBytes = 64 * 1024;
// A request that drips in holds its connection no longer than this, also while the server closes.
const requestTimeout = 30_000;
const closingGrace = 4_000;

/** A server without routes: how it logs, limits and answers errors. */
export function createApp({ LOG_LEVEL, TRUST_PROXY }: Environment): FastifyInstance {
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout,
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

/** Takes no more calls and finishes those under way; those that do not finish in time are cut off. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), closingGrace);
  await app.close();
  clearTimeout(cutOff);
}

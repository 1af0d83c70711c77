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
  return app;
}

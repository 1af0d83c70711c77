import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './errors/api-error';

/** Takes JSON bodies, and none at all where clients send the type without a body (`POST /auth/refresh`). */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    text.trim() === '' ? undefined : parseJson(text),
  );
}

function parseJson(text: string): unknown {
  // PostgreSQL holds no NUL in a text, and no call needs one.
  if (text.includes('\\u0000')) throw new ApiError(400, 'invalid-request');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError(400, 'invalid-request', { cause: error });
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error';
import { requireOwnOrigin } from '../http/require-own-origin';

/**
 * Lets the routes of a scope take what forms send by themselves, from pages of this origin alone.
 * @param isApiElsewhere whether the API of a host is on another origin, which alone can take it then
 */
export function acceptForms(app: FastifyInstance, isApiElsewhere: (hostname: string) => Promise<boolean>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
  );
  app.addHook('preHandler', async (request, reply) => {
    requireOwnOrigin(request, []);
    if (await isApiElsewhere(request.hostname)) throw new ApiError(404, 'not-found');
    reply.header('Cache-Control', 'no-store');
  });
}

/**
 * Gives a reply the status of a refusal.
 * @returns how long the next attempt has to wait, in seconds
 * @throws what is no refusal
 */
export function refuse(reply: FastifyReply, error: unknown): { readonly error: ApiError; readonly wait: number } {
  if (!(error instanceof ApiError)) throw error;
  const wait = error.retryAfterSeconds ?? 0;
  if (wait > 0) reply.header('Retry-After', wait);
  reply.code(error.status);
  return { error, wait };
}

import { type Configuration, emailSchema, returnPath, type SignInRefusalReason } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../http/api-error';
import { parse } from '../http/parse';
import { requireOwnOrigin } from '../http/require-own-origin';
import type { IdentityServices } from '../identity/identity-services';
import { requireCookies } from '../identity/sessions/session-cookies';
import { signIn } from '../identity/sessions/sign-in';
import { type AnswerWithPage, isApiElsewhere } from './answer-with-page';

const fieldsSchema = v.object({ email: v.optional(v.string(), ''), password: v.optional(v.string(), '') });
type Fields = v.InferOutput<typeof fieldsSchema>;

const querySchema = v.object({ link: v.optional(v.string(), '') });

/**
 * Registers `POST /signin`, for the sign-in form without scripts or before they run. Only pages of this origin may send
 * it. The scope accepts only form bodies. A refusal is the form again, with the reason.
 */
export function registerSignInFormRoute(
  app: FastifyInstance,
  services: IdentityServices,
  getConfiguration: (hostname: string) => Promise<Configuration>,
  answerWithPage: AnswerWithPage,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
  );
  app.post('/signin', async (request, reply) => {
    // The page host cannot set the cookies of an API on another origin.
    if (isApiElsewhere(await getConfiguration(request.hostname))) throw new ApiError(404, 'not-found');
    reply.header('Cache-Control', 'no-store');
    const fields = v.parse(fieldsSchema, request.body ?? {});
    try {
      requireOwnOrigin(request, []);
      requireCookies(request);
      const { link } = parse(querySchema, request.query);
      await signIn(request, reply, services, fields);
      return reply.redirect(returnPath(link), 303);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const wait = error.retryAfterSeconds ?? 0;
      if (wait > 0) reply.header('Retry-After', wait);
      reply.code(error.status);
      const reason = findReason(error, fields);
      // The e-mail may be another site's.
      return answerWithPage(request, reply, { reason, email: reason === 'other-page' ? '' : fields.email, wait });
    }
  });
}

function findReason({ code, status }: ApiError, { email, password }: Fields): SignInRefusalReason {
  if (code === 'origin-not-allowed') return 'other-page';
  if (code === 'cookies-needed') return code;
  if (status === 401) return 'wrong-credentials';
  if (status === 429) return 'too-many-tries';
  if (code === 'busy') return 'busy';
  if (status >= 500) return 'failed';
  if (email.trim() === '') return 'email-missing';
  if (!v.is(emailSchema, email)) return 'email-malformed';
  return password === '' ? 'password-missing' : 'failed';
}

import { emailSchema, returnPath, type SignInRefusal, type SignInRefusalReason } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ApiError } from '../http/api-error';
import { parse } from '../http/parse';
import { refuse } from './form-posts';

const fieldsSchema = v.object({ email: v.optional(v.string(), ''), password: v.optional(v.string(), '') });
type Fields = v.InferOutput<typeof fieldsSchema>;

const querySchema = v.object({ link: v.optional(v.string(), '') });

/** Signs in, and sets the cookies of the session in the reply, or throws an ApiError. */
export type SignIn = (request: FastifyRequest, reply: FastifyReply, credentials: Fields) => Promise<unknown>;

/**
 * `POST /signin`: what the sign-in form sends by itself, before scripts run or without them.
 * @param answer with the page that has the form, and what went wrong
 */
export function registerSignInFormRoute(
  app: FastifyInstance,
  signIn: SignIn,
  answer: (request: FastifyRequest, reply: FastifyReply, refusal: SignInRefusal) => Promise<unknown>,
): void {
  app.post('/signin', async (request, reply) => {
    const fields = parse(fieldsSchema, request.body ?? {});
    const { link } = parse(querySchema, request.query);
    try {
      await signIn(request, reply, fields);
    } catch (caught) {
      const { error, wait } = refuse(reply, caught);
      return answer(request, reply, { reason: findReason(error, fields), email: fields.email, wait });
    }
    return reply.redirect(returnPath(link), 303);
  });
}

function findReason({ code, status }: ApiError, { email, password }: Fields): SignInRefusalReason {
  if (status === 401) return 'wrong-credentials';
  if (status === 429) return 'too-many-tries';
  if (code === 'busy') return 'busy';
  if (status >= 500) return 'failed';
  if (email.trim() === '') return 'email-missing';
  if (!v.is(emailSchema, email)) return 'email-malformed';
  return password === '' ? 'password-missing' : 'failed';
}

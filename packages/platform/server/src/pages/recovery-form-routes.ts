import {
  emailSchema,
  type Locale,
  localeSchema,
  type RecoveryAnswer,
  type RecoveryAnswerReason,
  recoveryAnswers,
} from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ApiError } from '../http/api-error';
import { negotiateLocale } from '../http/negotiation';
import { parse } from '../http/parse';
import { refuse } from './form-posts';

const fieldsSchema = v.object({
  email: v.optional(v.string(), ''),
  /** Only of the second step. */
  code: v.optional(v.string()),
  password: v.optional(v.string(), ''),
  locale: v.fallback(v.optional(localeSchema), undefined),
});
type Fields = v.InferOutput<typeof fieldsSchema>;

/** What the recovery form calls. Each throws an ApiError where it refuses. */
export interface Recovery {
  /** Mails a code. */
  readonly request: (request: FastifyRequest, reply: FastifyReply, body: unknown, locale: Locale) => Promise<unknown>;
  /** Sets the password by the code. */
  readonly reset: (request: FastifyRequest, reply: FastifyReply, body: unknown) => Promise<unknown>;
}

/**
 * `POST /recover`: what both steps of the recovery form send by themselves, before scripts run or without them. The
 * second one sends a code.
 * @param answer with the page that has the form: the next step, or what went wrong
 */
export function registerRecoveryFormRoute(
  app: FastifyInstance,
  recovery: Recovery,
  answer: (request: FastifyRequest, reply: FastifyReply, recovery: RecoveryAnswer) => Promise<unknown>,
): void {
  app.post('/recover', async (request, reply) => {
    const fields = parse(fieldsSchema, request.body ?? {});
    const { email, code, password, locale = negotiateLocale(request.headers['accept-language']) } = fields;
    const say = (reason: RecoveryAnswerReason, wait = 0) =>
      answer(request, reply, { reason, email, code: code ?? '', wait });
    try {
      if (code === undefined) await recovery.request(request, reply, { email }, locale);
      else await recovery.reset(request, reply, { email, code, password });
    } catch (caught) {
      const { error, wait } = refuse(reply, caught);
      return say(findReason(error, fields), wait);
    }
    return say(code === undefined ? 'sent' : 'changed');
  });
}

function findReason(error: ApiError, { email, code, password }: Fields): RecoveryAnswerReason {
  if (error.status === 429) return code === undefined ? 'too-many-tries' : 'too-many-resets';
  if (error.code === 'busy') return code === undefined ? 'busy' : 'reset-busy';
  if (email.trim() === '') return 'email-missing';
  if (!v.is(emailSchema, email)) return 'email-malformed';
  if (code === undefined) return 'failed';
  if (error.code === 'code-invalid') return /^\s*(\d\s*){6}$/.test(code) ? 'code-invalid' : 'code-malformed';
  if (error.code.startsWith('password-') && password === '') return 'password-missing';
  return isReason(error.code) ? error.code : 'reset-failed';
}

function isReason(code: string): code is RecoveryAnswerReason {
  return Object.hasOwn(recoveryAnswers, code);
}

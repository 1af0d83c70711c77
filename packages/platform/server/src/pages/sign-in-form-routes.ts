import {
  addReturnLink,
  emailSchema,
  type FormProviders,
  findProviderOfEmail,
  getProviderAddress,
  returnPath,
  type SignInRefusalReason,
  secondFactorReasons,
} from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../http/api-error';
import { parse } from '../http/parse';
import { requireOwnOrigin } from '../http/require-own-origin';
import type { IdentityServices } from '../identity/identity-services';
import { requireCookies } from '../identity/sessions/session-cookies';
import { signInByFactor } from '../identity/sign-in/sign-in-by-factor';
import { signInByPassword } from '../identity/sign-in/sign-in-by-password';
import { type AnswerWithPage, isApiElsewhere } from './answer-with-page';
import type { ReadHost } from './host-configuration';
import { escapeHtml } from './html';
import { createPlainPage } from './plain-page';

const fieldsSchema = v.object({
  email: v.optional(v.string(), ''),
  /** Absent in the first step of a form that asks for the e-mail first. */
  password: v.optional(v.string()),
  /** The code of the second step. */
  code: v.optional(v.string()),
  trust: v.optional(v.string()),
  /** The step that the user goes back to. */
  step: v.optional(v.string()),
});
type Fields = v.InferOutput<typeof fieldsSchema>;

const querySchema = v.object({ link: v.optional(v.string(), '') });

/**
 * Registers `POST /signin`, for the sign-in form without scripts or before they run. Only pages of this origin may send
 * it. The scope accepts only form bodies. A refusal is the form again, with the reason. Where the e-mail comes first, its
 * domain alone decides on the answer, so that this says nothing of accounts.
 */
export function registerSignInFormRoute(
  app: FastifyInstance,
  services: IdentityServices,
  readHost: ReadHost,
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
    const { configuration, providers } = await readHost(request.hostname);
    if (isApiElsewhere(configuration)) throw new ApiError(404, 'not-found');
    reply.header('Cache-Control', 'no-store');
    const fields = v.parse(fieldsSchema, request.body ?? {});
    try {
      requireOwnOrigin(request, []);
      const { link } = parse(querySchema, request.query);
      if (fields.code !== undefined) {
        const answer = { code: fields.code, trust: fields.trust !== undefined };
        await signInByFactor(reply, services, answer);
        return reply.redirect(returnPath(link), 303);
      }
      const step = providers && findStep(providers, fields);
      if (typeof step === 'object') {
        const search = addReturnLink('', new URL(request.url, 'http://localhost').search);
        const address = getProviderAddress(step.id, search, fields.email.trim());
        const { sendLink, t } = await createPlainPage(reply, readHost);
        return sendLink(escapeHtml(step.name), t('page.continue'), address);
      }
      if (step) return answerWithPage(request, reply, { reason: step, email: fields.email, wait: 0 });
      requireCookies(request);
      await signInByPassword(reply, services, fields);
      return reply.redirect(returnPath(link), 303);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const wait = error.retryAfterSeconds ?? 0;
      if (wait > 0) reply.header('Retry-After', wait);
      reply.code(error.status);
      const reason = findFactorReason(error, fields) ?? findReason(error, fields);
      // The e-mail may be another site's.
      return answerWithPage(request, reply, { reason, email: reason === 'other-page' ? '' : fields.email, wait });
    }
  });
}

/** Finds what follows the first step: the provider of the domain, or the next step; `undefined` after a wrong e-mail. */
function findStep(providers: FormProviders, { email, password, step }: Fields) {
  if (step === 'email') return 'email-step';
  const { output, success } = v.safeParse(emailSchema, email);
  if (!success || password !== undefined) return undefined;
  return findProviderOfEmail(providers, output) ?? (providers.passwordsOff ? undefined : 'password-step');
}

/** Finds the reason of an answer with the second step; `undefined` for other answers. */
function findFactorReason({ code, status }: ApiError, fields: Fields): SignInRefusalReason | undefined {
  if (fields.code !== undefined && status === 429) return 'second-factor-locked';
  if (code === 'code-invalid') return 'second-factor-wrong';
  return secondFactorReasons.find((reason) => reason === code);
}

function findReason({ code, status }: ApiError, { email, password = '' }: Fields): SignInRefusalReason {
  if (code === 'origin-not-allowed') return 'other-page';
  if (code === 'cookies-needed' || code === 'passwords-off') return code;
  if (status === 401) return 'wrong-credentials';
  if (status === 429) return 'too-many-tries';
  if (code === 'busy') return 'busy';
  if (status >= 500) return 'failed';
  if (email.trim() === '') return 'email-missing';
  if (!v.is(emailSchema, email)) return 'email-malformed';
  return password === '' ? 'password-missing' : 'failed';
}

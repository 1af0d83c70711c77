import { factorAnswerSchema } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../http/api-error';
import { parse } from '../http/parse';
import { requireOwnOrigin } from '../http/require-own-origin';
import type { IdentityServices } from '../identity/identity-services';
import { mailAccountCode, type NeededProof, proveAccount, readNeededProof } from '../identity/providers/prove-account';
import { type Provider, providerPath } from '../identity/providers/provider-repository';
import type { ReadHost } from './host-configuration';
import { escapeHtml } from './html';
import { createPlainPage } from './plain-page';
import type { AddProviderPage } from './provider-pages';

/** Codes may be pasted with spaces. */
const stripSpaces = (text: string) => text.replace(/\s/g, '');
/** A malformed code is a wrong one. */
const code = v.optional(v.fallback(factorAnswerSchema.entries.code, ''));
const formSchema = v.union([
  v.object({ mail: v.literal('code') }),
  v.object({ mailed_code: v.pipe(v.string(), v.maxLength(100), v.transform(stripSpaces)), code }),
  v.object({ password: v.pipe(v.string(), v.maxLength(1024)), code }),
]);
const querySchema = v.object({ way: v.optional(v.picklist(['password', 'mail']), 'password') });

/** Why the form of an account is shown again. */
const problems = {
  'wrong-credentials': 'page.account.wrong',
  'code-invalid': 'page.account.mailed-code-wrong',
  'second-factor-needed': 'page.account.code-needed',
  'second-factor-wrong': 'page.account.code-wrong',
} as const;

type Problem = keyof typeof problems;

const isProblem = (code: string): code is Problem => Object.hasOwn(problems, code);

/** Registers the page on which the owner of an account proves it, before a provider signs in to it. The scope accepts form bodies. */
export function registerProviderAccount(
  addPage: AddProviderPage,
  services: IdentityServices,
  readHost: ReadHost,
): void {
  addPage('GET', '/account', async (request, reply, provider) => {
    const needed = await readNeededProof(request, services, provider);
    const { way } = parse(querySchema, request.query);
    return sendProofForm(reply, provider, needed, { isByMail: way === 'mail' });
  });

  addPage('POST', '/account', async (request, reply, provider, target) => {
    requireOwnOrigin(request, []);
    const needed = await readNeededProof(request, services, provider);
    target.link = needed.link;
    const proof = parse(formSchema, request.body);
    if ('mail' in proof) {
      await mailAccountCode(reply, services, provider, needed);
      return reply.redirect(`${providerPath}/${provider.id}/account?way=mail`, 303);
    }
    try {
      await proveAccount(reply, services, { provider, needed, proof });
    } catch (error) {
      if (!(error instanceof ApiError) || !isProblem(error.code)) throw error;
      reply.code(401);
      const isByMail = 'mailed_code' in proof;
      const hasFactor = proof.code !== undefined || error.code === 'second-factor-needed';
      return sendProofForm(reply, provider, needed, { isByMail, hasFactor, problem: error.code });
    }
    // The provider now knows the user and answers again, with claims and tokens that no cookie could keep.
    const next = `${providerPath}/${provider.id}?${new URLSearchParams({ link: needed.link })}`;
    const { sendLink, t } = await createPlainPage(reply, readHost);
    return sendLink(t('page.refused.home'), t('page.refused.home'), next);
  });

  async function sendProofForm(
    reply: FastifyReply,
    { name: provider }: Provider,
    { email }: NeededProof,
    { isByMail, hasFactor = false, problem }: ProofForm,
  ): Promise<FastifyReply> {
    const { send, t, tenant } = await createPlainPage(reply, readHost);
    const portal = tenant?.name ?? '';
    const sent = `<p role="status">${escapeHtml(t('page.account.code-sent', { email }))}</p>`;
    const mailedCode = `<label for="mailed_code">${t('page.account.mailed-code')}</label>
<input id="mailed_code" name="mailed_code" inputmode="numeric" autocomplete="one-time-code" required autofocus>`;
    const password = `<label for="password">${t('page.account.password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>`;
    const factor = `<label for="code">${t('page.account.code')}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required>`;
    const content = `<p>${escapeHtml(t('page.account.text', { email, portal, provider }))}</p>
${isByMail && problem === undefined ? sent : ''}
<form method="post">
${isByMail ? mailedCode : password}
${hasFactor ? factor : ''}
${problem === undefined ? '' : `<p role="alert">${t(problems[problem])}</p>`}
<button>${t('page.account.submit')}</button>
</form>
<form method="post">
<button class="secondary" name="mail" value="code">${t(isByMail ? 'page.account.send-again' : 'page.account.send')}</button>
</form>
${isByMail ? `<p><a href="?way=password">${t('page.account.use-password')}</a></p>` : ''}`;
    return send(t('page.account.title'), content, { hasForm: true });
  }
}

interface ProofForm {
  /** The user types a mailed code, not the password. */
  readonly isByMail: boolean;
  readonly hasFactor?: boolean;
  readonly problem?: Problem;
}

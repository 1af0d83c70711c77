import { addReturnLink, type Configuration, factorAnswerSchema } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../http/api-error';
import { negotiateLocale } from '../http/negotiation';
import { parse } from '../http/parse';
import { requireOwnOrigin } from '../http/require-own-origin';
import { getTexts } from '../i18n/i18n';
import type { IdentityServices } from '../identity/identity-services';
import { type NeededProof, proveAccount, readNeededProof } from '../identity/providers/prove-account';
import { type Provider, providerPath } from '../identity/providers/provider-repository';
import { errorPagePolicy, formPagePolicy, renderPlainPage } from './error-pages';
import { getHostTenant } from './host-configuration';
import { escapeHtml } from './html';
import { type AddProviderPage, getReturnSearch, sendProviderPage } from './provider-pages';

const formSchema = v.object({
  password: v.pipe(v.string(), v.maxLength(1024)),
  /** A malformed code is a wrong one. */
  code: v.optional(v.fallback(factorAnswerSchema.entries.code, '')),
});

/** Why the form of an account is shown again. */
const problems = {
  'wrong-credentials': 'page.account.wrong',
  'second-factor-needed': 'page.account.code-needed',
  'second-factor-wrong': 'page.account.code-wrong',
} as const;

type Problem = keyof typeof problems;

const isProblem = (code: string): code is Problem => Object.hasOwn(problems, code);

/** Registers the page on which the owner of an account proves it, before a provider signs in to it. The scope accepts form bodies. */
export function registerProviderAccount(
  addPage: AddProviderPage,
  services: IdentityServices,
  getConfiguration: (hostname: string) => Promise<Configuration>,
): void {
  addPage('GET', '/account', async (request, reply, provider) =>
    sendProofForm(request, reply, provider, await readNeededProof(request, services, provider)),
  );

  addPage('POST', '/account', async (request, reply, provider, target) => {
    requireOwnOrigin(request, []);
    const needed = await readNeededProof(request, services, provider);
    target.link = needed.link;
    const proof = parse(formSchema, request.body);
    try {
      await proveAccount(reply, services, { provider, needed, proof });
    } catch (error) {
      if (!(error instanceof ApiError) || !isProblem(error.code)) throw error;
      reply.code(401);
      return sendProofForm(request, reply, provider, needed, error.code, proof.code !== undefined);
    }
    // The provider now knows the user and answers again, with claims and tokens that no cookie could keep. The policy of a
    // form forbids a redirect to another origin.
    const next = `${providerPath}/${provider.id}?${new URLSearchParams({ link: needed.link })}`;
    const locale = negotiateLocale(request.headers['accept-language']);
    const title = getTexts(locale)('page.refused.home');
    const content = `<p><a href="${escapeHtml(next)}">${title}</a></p>`;
    reply.header('Refresh', `0; url=${next}`);
    return sendProviderPage(reply, errorPagePolicy, renderPlainPage(title, content, locale));
  });

  async function sendProofForm(
    request: FastifyRequest,
    reply: FastifyReply,
    { name: provider }: Provider,
    { email, link }: NeededProof,
    problem?: Problem,
    hadCode = false,
  ): Promise<FastifyReply> {
    const locale = negotiateLocale(request.headers['accept-language']);
    const t = getTexts(locale);
    const portal = getHostTenant(await getConfiguration(request.hostname))?.name ?? '';
    const hasCode = hadCode || problem === 'second-factor-needed';
    const codeField = `<label for="code">${t('page.account.code')}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required>`;
    const content = `<p>${escapeHtml(t('page.account.text', { email, portal, provider }))}</p>
<form method="post">
<label for="password">${t('page.account.password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
${hasCode ? codeField : ''}
${problem === undefined ? '' : `<p role="alert">${t(problems[problem])}</p>`}
<button>${t('page.account.submit')}</button>
</form>
<p><a href="${escapeHtml(addReturnLink('/recover', getReturnSearch(link)))}">${t('page.account.forgot')}</a></p>`;
    return sendProviderPage(reply, formPagePolicy, renderPlainPage(t('page.account.title'), content, locale));
  }
}

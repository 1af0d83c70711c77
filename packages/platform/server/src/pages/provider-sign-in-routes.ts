import { addReturnLink, type Configuration, emailSchema, factorAnswerSchema, returnPath } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../http/api-error';
import { negotiateLocale } from '../http/negotiation';
import { parse } from '../http/parse';
import { requireOwnOrigin } from '../http/require-own-origin';
import { formatMessage, getTexts } from '../i18n/i18n';
import { findCallTenant } from '../identity/accounts/call-tenant';
import { withRecordedRefusals } from '../identity/audit/record-refusal';
import type { IdentityServices } from '../identity/identity-services';
import { admitUser } from '../identity/providers/admit-user';
import { followProfile } from '../identity/providers/follow-profile';
import { nameAudience } from '../identity/providers/name-audience';
import { askForProof, type NeededProof, proveAccount, readNeededProof } from '../identity/providers/prove-account';
import { findProvider, type Provider, providerPath } from '../identity/providers/provider-repository';
import { listScopes, startProviderSession } from '../identity/providers/provider-session';
import { readAnswer } from '../identity/providers/read-answer';
import { startAttempt, takeAttempt } from '../identity/providers/sign-in-attempt';
import { openSession } from '../identity/sign-in/open-session';
import { isApiElsewhere } from './answer-with-page';
import { errorPagePolicy, formPagePolicy, renderPlainPage } from './error-pages';
import { getHostTenant } from './host-configuration';
import { escapeHtml } from './html';
import { pageType } from './page-cache';

const byIdSchema = v.object({ provider: v.pipe(v.string(), v.uuid()) });
const startSchema = v.object({
  link: v.optional(v.string(), ''),
  email: v.fallback(v.optional(emailSchema), undefined),
});
const answerSchema = v.object({ state: v.optional(v.unknown()) });
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

/**
 * Registers the sign-in by OpenID Connect (authorization code flow with PKCE), whose steps are pages without scripts. The
 * redirect address differs by provider, which protects against mixed-up answers of providers that send no `iss`
 * (RFC 9700, section 4.4.2). The scope has to accept form bodies.
 */
export function registerProviderSignIn(
  app: FastifyInstance,
  services: IdentityServices,
  getConfiguration: (hostname: string) => Promise<Configuration>,
): void {
  const { database, listScaledAddressTries, providers, throttle } = services;
  const path = `${providerPath}/:provider`;

  addPage('GET', path, async (request, reply, provider, target) => {
    const { link, email } = parse(startSchema, request.query);
    target.link = returnPath(link);
    const configuration = await providers.connect(provider);
    const { scopes_supported } = configuration.serverMetadata();
    const parameters = {
      scope: (await listScopes(database, provider, scopes_supported)).join(' '),
      redirect_uri: `${getOrigin(request)}${providerPath}/${provider.id}/callback`,
      ...(email !== undefined && { login_hint: email }),
    };
    const attempt = { provider: provider.id, link: target.link };
    const address = await startAttempt(reply, services, configuration, attempt, parameters);
    // The grant of the sign-in covers the audiences that modules ask for later.
    for (const audience of provider.audiences) {
      const named = nameAudience(provider.issuer, audience);
      if ('resource' in named) address.searchParams.append('resource', named.resource);
    }
    return reply.redirect(address.href, 303);
  });

  addPage('GET', `${path}/callback`, async (request, reply, provider, target) => {
    const { state } = parse(answerSchema, request.query);
    const attempt = await takeAttempt(request, reply, services, state);
    if (attempt?.provider !== provider.id) throw new ApiError(400, 'sign-in-answer-unknown');
    target.link = attempt.link;
    const tries = await listScaledAddressTries('signInFromAddress', request.ip);
    await throttle.count(database, tries);
    const configuration = await providers.connect(provider);
    const address = new URL(request.url, getOrigin(request));
    const account = await readAnswer(configuration, address, attempt, provider.name, request.log).catch((error) => {
      providers.forget(provider.issuer);
      throw error;
    });
    const { user, needsProof } = await withRecordedRefusals(
      services,
      request,
      'sign-in-refused',
      account.email ?? '',
      () => admitUser(services, request, provider, account),
    );
    await throttle.refund(database, tries);
    if (needsProof) {
      const { subject } = account;
      await askForProof(reply, services, {
        provider: provider.id,
        subject,
        email: user.email,
        link: attempt.link,
      });
      return reply.redirect(`${providerPath}/${provider.id}/account`, 303);
    }
    const current = await followProfile(services, request, provider, user, account);
    const { session } = await openSession(request, reply, services, current, provider.tenant, {
      providerId: provider.id,
      providerSid: account.sid,
    });
    await startProviderSession(services, provider, session, account.claims, account.refreshToken);
    return reply.redirect(returnPath(attempt.link), 303);
  });

  addPage('GET', `${path}/account`, async (request, reply, provider) =>
    sendProofForm(request, reply, provider, await readNeededProof(request, services, provider)),
  );

  addPage('POST', `${path}/account`, async (request, reply, provider, target) => {
    requireOwnOrigin(request, []);
    const needed = await readNeededProof(request, services, provider);
    target.link = needed.link;
    const proof = parse(formSchema, request.body);
    try {
      await proveAccount(request, reply, services, provider, needed, proof);
    } catch (error) {
      if (!(error instanceof ApiError) || !isProblem(error.code)) throw error;
      reply.code(401);
      return sendProofForm(request, reply, provider, needed, error.code, proof.code !== undefined);
    }
    // The provider now knows the user and answers again, with claims and tokens that no cookie could keep. The policy of a
    // form forbids a redirect to another origin.
    const next = `${path.replace(':provider', provider.id)}?${new URLSearchParams({ link: needed.link })}`;
    const locale = negotiateLocale(request.headers['accept-language']);
    const title = getTexts(locale)('page.refused.home');
    const content = `<p><a href="${escapeHtml(next)}">${title}</a></p>`;
    reply.header('Refresh', `0; url=${next}`);
    return sendPage(reply, errorPagePolicy, renderPlainPage(title, content, locale));
  });

  /** Adds a page about a provider of the host's tenant. A refusal is a page with the reason. */
  function addPage(method: 'GET' | 'POST', url: string, answer: Answer): void {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        // The addresses have a code, and the form an e-mail.
        reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
        const target = { link: '/' };
        try {
          // The page host cannot set the cookies of an API on another origin.
          if (isApiElsewhere(await getConfiguration(request.hostname))) throw new ApiError(404, 'not-found');
          const { provider: id } = v.is(byIdSchema, request.params) ? request.params : { provider: undefined };
          const provider = id && (await findProvider(database, findCallTenant(request, services), id));
          if (!provider) throw new ApiError(404, 'provider-unknown');
          return await answer(request, reply, provider, target);
        } catch (error) {
          if (!(error instanceof ApiError) || error.status === 503) throw error;
          return sendRefusal(request, reply, error, target);
        }
      },
    });
  }

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
<p><a href="${escapeHtml(addReturnLink('/recover', getSearch(link)))}">${t('page.account.forgot')}</a></p>`;
    return sendPage(reply, formPagePolicy, renderPlainPage(t('page.account.title'), content, locale));
  }
}

/** Where a sign-in leads, once the server knows it. */
interface Target {
  link: string;
}

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  target: Target,
) => Promise<FastifyReply>;

function sendRefusal(request: FastifyRequest, reply: FastifyReply, error: ApiError, { link }: Target): FastifyReply {
  const { code, retryAfterSeconds, status, values } = error;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  const locale = negotiateLocale(request.headers['accept-language']);
  const t = getTexts(locale);
  const address = addReturnLink('/signin', getSearch(link));
  const content = `<p>${escapeHtml(formatMessage(code, locale, values))}</p>
<p><a href="${escapeHtml(address)}">${t('page.sign-in-failed.again')}</a></p>`;
  const html = renderPlainPage(t('page.sign-in-failed.title'), content, locale);
  return sendPage(reply.code(status), errorPagePolicy, html);
}

function sendPage(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply.type(pageType).header('Content-Security-Policy', policy).send(html);
}

/** The query with a link, as sign-in pages have it; empty for the home page. */
function getSearch(link: string): string {
  return link === '/' ? '' : `?${new URLSearchParams({ link })}`;
}

function getOrigin({ host, protocol }: FastifyRequest): string {
  return `${protocol}://${host}`;
}

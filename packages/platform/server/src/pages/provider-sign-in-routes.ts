import { emailSchema, returnPath } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../http/api-error';
import { parse } from '../http/parse';
import { requireOwnOrigin } from '../http/require-own-origin';
import { withRecordedRefusals } from '../identity/audit/record-refusal';
import { confirmAtProvider, requireProvableSession } from '../identity/confirmation/confirm-at-provider';
import type { IdentityServices } from '../identity/identity-services';
import { admitUser } from '../identity/providers/admit-user';
import { followProfile } from '../identity/providers/follow-profile';
import { askForProof } from '../identity/providers/prove-account';
import { type Provider, providerPath } from '../identity/providers/provider-repository';
import { listScopes, startProviderSession } from '../identity/providers/provider-session';
import { nameAudience } from '../identity/providers/provider-tokens';
import { readAnswer } from '../identity/providers/read-answer';
import { startAttempt, takeAttempt } from '../identity/providers/sign-in-attempt';
import { openSession } from '../identity/sign-in/open-session';
import type { ReadHost } from './host-configuration';
import { escapeHtml } from './html';
import { createPlainPage } from './plain-page';
import { registerProviderAccount } from './provider-account-routes';
import { createProviderPages } from './provider-pages';

const startSchema = v.object({
  link: v.optional(v.string(), ''),
  email: v.fallback(v.optional(emailSchema), undefined),
  /** Proves again who the user is, and starts no session. */
  confirm: v.optional(v.literal('1')),
});
const answerSchema = v.object({ state: v.optional(v.unknown()) });

/**
 * Registers the sign-in by OpenID Connect (authorization code flow with PKCE), whose steps are pages without scripts. The
 * redirect address differs by provider, which protects against mixed-up answers of providers that send no `iss`
 * (RFC 9700, section 4.4.2). The scope has to accept form bodies.
 */
export function registerProviderSignIn(app: FastifyInstance, services: IdentityServices, readHost: ReadHost): void {
  const { database, listScaledAddressTries, now, providers, throttle } = services;
  const addPage = createProviderPages(app, services, readHost);
  registerProviderAccount(addPage, services, readHost);

  addPage('GET', '', async (request, reply, provider, target) => {
    const { confirm, email, link } = parse(startSchema, request.query);
    target.link = returnPath(link);
    target.isProof = confirm !== undefined;
    const proof = target.isProof ? await startProof(request, provider) : undefined;
    const configuration = await providers.connect(provider);
    const { scopes_supported } = configuration.serverMetadata();
    const parameters = {
      scope: (await listScopes(database, provider, scopes_supported)).join(' '),
      redirect_uri: `${getOrigin(request)}${providerPath}/${provider.id}/callback`,
      ...(email !== undefined && { login_hint: email }),
      ...proof?.parameters,
    };
    const attempt = { provider: provider.id, link: target.link, confirms: proof?.confirms, parameters };
    const address = await startAttempt(reply, services, configuration, attempt);
    // The grant of the sign-in covers the audiences that modules ask for later.
    for (const audience of proof ? [] : provider.audiences) {
      const named = nameAudience(provider.issuer, audience);
      if ('resource' in named) address.searchParams.append('resource', named.resource);
    }
    return reply.redirect(address.href, 303);
  });

  addPage('GET', '/callback', async (request, reply, provider, target) => {
    const { state } = parse(answerSchema, request.query);
    const attempt = await takeAttempt(reply, services, state);
    if (attempt?.provider !== provider.id) throw new ApiError(400, 'sign-in-answer-unknown');
    const { confirms } = attempt;
    target.link = attempt.link;
    target.isProof = confirms !== undefined;
    const live = confirms && (await requireProvableSession(services, request, provider));
    if (live?.session.id !== confirms?.session) throw new ApiError(400, 'sign-in-answer-unknown');
    const tries = await listScaledAddressTries('signInFromAddress', request.ip);
    await throttle.count(database, tries);
    const configuration = await providers.connect(provider);
    const account = await readAnswer(configuration, attempt, {
      address: new URL(request.url, getOrigin(request)),
      provider: provider.name,
      maxAge: confirms && Math.ceil((now().getTime() - confirms.since) / 1000),
      log: request.log,
    }).catch((error) => {
      providers.forget(provider.issuer);
      throw error;
    });
    if (live) {
      const { subject } = account;
      await confirmAtProvider(services, request, live.session, { provider, subject });
      await throttle.refund(database, tries);
      const { send, t } = await createPlainPage(reply, readHost);
      const text = escapeHtml(t('page.proof.text', { provider: provider.name }));
      return send(t('page.proof.title'), `<p role="status">${text}</p>`);
    }
    const tried = { action: 'sign-in-refused', method: 'provider', email: account.email ?? '' } as const;
    const { user, needsProof } = await withRecordedRefusals(services, request, tried, () =>
      admitUser(services, request, provider, account),
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
    const { session } = await openSession(reply, services, {
      user: await followProfile(services, request, { account, provider, user }),
      tenant: provider.tenant,
      method: 'provider',
      provider: { providerId: provider.id, providerSid: account.sid },
    });
    await startProviderSession(services, provider, session, account);
    return reply.redirect(returnPath(attempt.link), 303);
  });

  /** Starts a proof of the user of the browser, who has to type something at the provider. */
  async function startProof(request: FastifyRequest, provider: Provider) {
    // Other pages must not lead users to prove what they have not asked for.
    requireOwnOrigin(request, []);
    const { session, user } = await requireProvableSession(services, request, provider);
    return {
      confirms: { session: session.id, since: now().getTime() },
      parameters: { scope: 'openid', prompt: 'login', max_age: '0', login_hint: user.email },
    };
  }
}

function getOrigin({ host, protocol }: FastifyRequest): string {
  return `${protocol}://${host}`;
}

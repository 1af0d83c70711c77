import { addReturnLink } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../http/api-error';
import { uuidSchema } from '../http/parse';
import { formatMessage } from '../i18n/i18n';
import { findCallTenant } from '../identity/accounts/call-tenant';
import { getProofAddress } from '../identity/confirmation/confirm-at-provider';
import type { IdentityServices } from '../identity/identity-services';
import { findProvider, type Provider, providerPath } from '../identity/providers/provider-repository';
import { isApiElsewhere } from './answer-with-page';
import type { ReadHost } from './host-configuration';
import { escapeHtml } from './html';
import { createPlainPage } from './plain-page';

const byIdSchema = v.object({ provider: uuidSchema });

/** Where a sign-in leads, once the server knows it. */
interface Target {
  link: string;
  /** It proves again who the user is, and starts no session. */
  isProof: boolean;
}

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  target: Target,
) => Promise<FastifyReply>;

/** Adds a page about a provider of the host's tenant, below the path of the provider. A refusal is a page with the reason. */
export type AddProviderPage = (method: 'GET' | 'POST', path: string, answer: Answer) => void;

export function createProviderPages(
  app: FastifyInstance,
  services: IdentityServices,
  readHost: ReadHost,
): AddProviderPage {
  return (method, path, answer) => {
    app.route({
      method,
      url: `${providerPath}/:provider${path}`,
      handler: async (request, reply) => {
        // The addresses have a code, and the form an e-mail.
        reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
        const target = { link: '/', isProof: false };
        const { provider: id } = v.is(byIdSchema, request.params) ? request.params : { provider: '' };
        try {
          // The page host cannot set the cookies of an API on another origin.
          if (isApiElsewhere((await readHost(request.hostname)).configuration)) throw new ApiError(404, 'not-found');
          const provider = id && (await findProvider(services.database, findCallTenant(request, services), id));
          if (!provider) throw new ApiError(404, 'provider-unknown');
          return await answer(request, reply, provider, target);
        } catch (error) {
          if (!(error instanceof ApiError) || error.status === 503) throw error;
          const { code, retryAfterSeconds, status, values } = error;
          const { isProof, link } = target;
          if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
          const { locale, send, t } = await createPlainPage(reply.code(status), readHost);
          const again = isProof ? getProofAddress(id) : addReturnLink('/signin', getReturnSearch(link));
          const content = `<p>${escapeHtml(formatMessage(code, locale, values))}</p>
<p><a href="${escapeHtml(again)}">${t('page.sign-in-failed.again')}</a></p>`;
          return send(t(isProof ? 'page.proof.failed' : 'page.sign-in-failed.title'), content);
        }
      },
    });
  };
}

/** Returns the query with a link, as sign-in pages have it; empty for the home page. */
function getReturnSearch(link: string): string {
  return link === '/' ? '' : `?${new URLSearchParams({ link })}`;
}

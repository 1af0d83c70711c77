import { findCookieHelp } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerError, toApiError } from '../http/answer-error';
import { formatMessage } from '../i18n/i18n';
import { BuildError } from '../registry/build-files';
import type { ReadHost } from './host-configuration';
import { escapeHtml } from './html';
import { pageType } from './page-cache';
import { createPlainPage } from './plain-page';
import { renderRetryPage } from './render-retry-page';
import type { ShellFiles } from './shell-files';

/** `Retry-After` for browsers without scripts and for proxies, in seconds. */
const retryAfter = 5;

/**
 * Creates the error handler of the page host. Documents get a page: one that retries by itself while the database is
 * unavailable, or one that names any other error. Other requests get the error of the API.
 */
export function createPageErrorHandler(readShell: () => Promise<ShellFiles>, readHost: ReadHost) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const { code, status, values } = toApiError(error);
    if (!isDocument(request)) return answerError(error, request, reply);
    if (status >= 500) request.log.error({ err: error }, 'A page failed');
    const isBuildError = error instanceof BuildError;
    reply.code(isBuildError ? 500 : status).header('Cache-Control', 'no-store');
    if (isBuildError || status !== 503) {
      const { locale, send, t } = await createPlainPage(reply, readHost);
      const detail = escapeHtml(isBuildError ? error.message : formatMessage(code, locale, values));
      if (status >= 500) {
        return send(t('page.failed.title'), `<p>${t('page.failed.text')}</p>\n<p><code>${detail}</code></p>`);
      }
      const help = code === 'cookies-needed' ? findCookieHelp(request.headers['user-agent']) : undefined;
      const helpLink = help && `\n<p><a href="${help}">${t('page.refused.cookie-help')}</a></p>`;
      const homeLink = `<p><a href="/">${t('page.refused.home')}</a></p>`;
      return send(t('page.refused.title'), `<p>${detail}</p>${helpLink ?? ''}\n${homeLink}`);
    }
    const [shell, { configuration }] = await Promise.all([
      readShell(),
      readHost(request.hostname).catch(() => ({ configuration: { tenants: {} } })),
    ]);
    const { html, policy } = renderRetryPage('out-of-service', shell, configuration);
    return reply.type(pageType).headers({ 'Content-Security-Policy': policy, 'Retry-After': retryAfter }).send(html);
  };
}

/** Whether the browser shows the answer as a page: after a navigation, or a form sent without scripts. */
function isDocument({ headers }: FastifyRequest): boolean {
  const { accept = '', 'sec-fetch-dest': destination } = headers;
  return destination === undefined ? accept.includes('text/html') : destination === 'document';
}

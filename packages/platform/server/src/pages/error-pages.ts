import { createHash } from 'node:crypto';
import path from 'node:path';
import { type Configuration, type Locale, languageTags } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerError, toApiError } from '../http/answer-error';
import { negotiateLocale } from '../http/negotiation';
import { formatMessage, getTexts } from '../i18n/i18n';
import { createFileCache, readBuildText } from '../registry/build-files';
import { escapeHtml } from './html';
import { pageType } from './page-cache';
import { renderRetryPage } from './render-retry-page';
import type { ShellFiles } from './shell-files';

interface OutageOptions {
  readonly distDirectory: string;
  readonly readShell: () => Promise<ShellFiles>;
  readonly getConfiguration: (hostname: string) => Promise<Configuration>;
}

/** How long a browser without scripts, or a proxy, should wait, in seconds. */
const retryAfter = 5;

/**
 * Creates the error handler of the page host. A person who opens an address or sends a form gets a page: one that
 * retries by itself while the database is away, or one that names any other error of the server. Programs get the
 * error of the API.
 */
export function createOutageAnswer({ distDirectory, getConfiguration, readShell }: OutageOptions) {
  const file = path.join(distDirectory, 'page/retry-page.js');
  const readScript = createFileCache([file], () => readBuildText(file));
  return async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const { code, status } = toApiError(error);
    if (!isDocument(request) || status < 500) return answerError(error, request, reply);
    request.log.error({ err: error }, 'A page failed');
    reply.code(status).type(pageType).header('Cache-Control', 'no-store');
    if (status !== 503) {
      const locale = negotiateLocale(request.headers['accept-language']);
      return reply
        .header('Content-Security-Policy', errorPagePolicy)
        .send(renderErrorPage(formatMessage(code, locale), locale));
    }
    const [shell, script, configuration] = await Promise.all([
      readShell(),
      readScript(),
      getConfiguration(request.hostname).catch(() => ({ tenants: {} })),
    ]);
    const { html, policy } = renderRetryPage('out-of-service', shell, script, configuration);
    return reply.headers({ 'Content-Security-Policy': policy, 'Retry-After': retryAfter }).send(html);
  };
}

/** Whether a person waits for a page: they opened an address, or sent a form that works without scripts. */
function isDocument({ headers }: FastifyRequest): boolean {
  const { accept = '', 'sec-fetch-dest': destination } = headers;
  return destination === undefined ? accept.includes('text/html') : destination === 'document';
}

const styles =
  ':root{color-scheme:light dark}body{max-width:32rem;margin:7rem auto;padding:0 1.5rem;text-align:center;' +
  'font:.875rem/1.5 system-ui,sans-serif}h1{font-size:1.25rem}code{overflow-wrap:anywhere}';

/** The content policy of `renderErrorPage`. */
export const errorPagePolicy = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Renders a page with an error message, in the language that the browser prefers. It needs no file of the shell but the
 * icon.
 */
export function renderErrorPage(detail: string, locale: Locale): string {
  const t = getTexts(locale);
  const title = t('page.failed.title');
  return `<!doctype html>
<html lang="${languageTags[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="/favicon.png" sizes="64x64">
<style>${styles}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${t('page.failed.text')}</p>
<p><code>${escapeHtml(detail)}</code></p>
</main>
</body>
</html>
`;
}

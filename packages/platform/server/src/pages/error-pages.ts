import {
  type Configuration,
  findCookieHelp,
  type Locale,
  languageTags,
  lookCookieName,
  parseLook,
  type Theme,
} from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerError, toApiError } from '../http/answer-error';
import { negotiateLocale } from '../http/negotiation';
import { formatMessage, getTexts } from '../i18n/i18n';
import { BuildError } from '../registry/build-files';
import { createClosedPolicy, digest } from './content-policy';
import { escapeHtml } from './html';
import { pageType } from './page-cache';
import { renderRetryPage } from './render-retry-page';
import type { ShellFiles } from './shell-files';

/** `Retry-After` for browsers without scripts and for proxies, in seconds. */
const retryAfter = 5;

/**
 * Creates the error handler of the page host. Documents get a page: one that retries by itself while the database is
 * unavailable, or one that names any other error. Other requests get the error of the API.
 */
export function createPageErrorHandler(
  readShell: () => Promise<ShellFiles>,
  getConfiguration: (hostname: string) => Promise<Pick<Configuration, 'tenants'>>,
) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const { code, status, values } = toApiError(error);
    if (!isDocument(request)) return answerError(error, request, reply);
    if (status >= 500) request.log.error({ err: error }, 'A page failed');
    reply.type(pageType).header('Cache-Control', 'no-store');
    const isBuildError = error instanceof BuildError;
    if (isBuildError || status !== 503) {
      const look = readPlainLook(request);
      const detail = isBuildError ? error.message : formatMessage(code, look.locale, values);
      const help = code === 'cookies-needed' ? findCookieHelp(request.headers['user-agent']) : undefined;
      reply.code(isBuildError ? 500 : status).header('Content-Security-Policy', errorPagePolicy);
      return reply.send(status < 500 ? renderRefusalPage(detail, look, help) : renderErrorPage(detail, look));
    }
    const [shell, configuration] = await Promise.all([
      readShell(),
      getConfiguration(request.hostname).catch(() => ({ tenants: {} })),
    ]);
    const { html, policy } = renderRetryPage('out-of-service', shell, configuration);
    return reply.code(503).headers({ 'Content-Security-Policy': policy, 'Retry-After': retryAfter }).send(html);
  };
}

/** Whether the browser shows the answer as a page: after a navigation, or a form sent without scripts. */
function isDocument({ headers }: FastifyRequest): boolean {
  const { accept = '', 'sec-fetch-dest': destination } = headers;
  return destination === undefined ? accept.includes('text/html') : destination === 'document';
}

/** The language and the theme of a plain page; without a theme, it follows the browser. */
interface PlainLook {
  readonly locale: Locale;
  readonly theme?: Theme;
}

/** Reads the look that the portal has in this browser; before its first page, the language that the browser accepts. */
export function readPlainLook({ cookies, headers }: FastifyRequest): PlainLook {
  // An error may come before the cookies are parsed.
  const look = cookies?.[lookCookieName];
  return look === undefined ? { locale: negotiateLocale(headers['accept-language']) } : parseLook(look);
}

const styles =
  ':root{color-scheme:light dark;background:light-dark(#fafaf8,#131312);color:light-dark(#1c1c1a,#efefec)}' +
  '[display-mode=light]{color-scheme:light}[display-mode=dark]{color-scheme:dark}' +
  'body{max-width:32rem;margin:7rem auto;padding:0 1.5rem;text-align:center;' +
  'font:.875rem/1.5 system-ui,sans-serif}h1{font-size:1.25rem}code,p{overflow-wrap:anywhere}' +
  'input,button{font:inherit;box-sizing:border-box;inline-size:100%;max-inline-size:20rem;min-block-size:2.75rem;' +
  'margin-block:.25rem .75rem;padding:.25rem .75rem;border:1px solid GrayText;border-radius:.5rem}' +
  'button{font-weight:600;cursor:pointer;background:CanvasText;color:Canvas}' +
  '.secondary{background:none;color:inherit}label{display:block}a{color:inherit}' +
  '[role=alert]{color:light-dark(#a8124a,#f57ba0)}';

const directives = ["img-src 'self'", `style-src ${digest(styles)}`];

/** The content policy of `renderErrorPage` and `renderPlainPage`. */
export const errorPagePolicy = createClosedPolicy(...directives);

/** The content policy of `renderPlainPage` with a form for this origin. */
export const formPagePolicy = createClosedPolicy(...directives, "form-action 'self'");

/** Renders a page with an error of the server. */
export function renderErrorPage(detail: string, look: PlainLook): string {
  const t = getTexts(look.locale);
  const content = `<p>${t('page.failed.text')}</p>\n<p><code>${escapeHtml(detail)}</code></p>`;
  return renderPlainPage(t('page.failed.title'), content, look);
}

/** Renders a page with the reason of a refusal, and a link to the portal. */
function renderRefusalPage(reason: string, look: PlainLook, cookieHelp: string | undefined): string {
  const t = getTexts(look.locale);
  const help = cookieHelp && `\n<p><a href="${cookieHelp}">${t('page.refused.cookie-help')}</a></p>`;
  const content = `<p>${escapeHtml(reason)}</p>${help ?? ''}\n<p><a href="/">${t('page.refused.home')}</a></p>`;
  return renderPlainPage(t('page.refused.title'), content, look);
}

/**
 * Renders a page that works without the files of the shell. Its icon is a link, because browsers would otherwise request
 * `favicon.ico`.
 * @param content HTML
 */
export function renderPlainPage(title: string, content: string, { locale, theme }: PlainLook): string {
  return `<!doctype html>
<html lang="${languageTags[locale]}"${theme ? ` display-mode="${theme}"` : ''}>
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
${content}
</main>
</body>
</html>
`;
}

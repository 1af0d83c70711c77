import { type Locale, languageTags, lookCookieName, parseLook, type Theme } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiateLocale } from '../http/negotiation';
import { getTexts } from '../i18n/i18n';
import { createClosedPolicy, digest } from './content-policy';
import { escapeHtml } from './html';
import { pageType } from './page-cache';

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

const plainPagePolicy = createClosedPolicy(...directives);

/** The content policy of a plain page with a form for this origin. */
export const formPagePolicy = createClosedPolicy(...directives, "form-action 'self'");

/** Creates a page without files of the shell, in the language and theme of the portal. Contents are HTML. */
export function createPlainPage(reply: FastifyReply) {
  const look = readLook(reply.request);
  const send = (title: string, content: string, policy = plainPagePolicy) =>
    reply
      .type(pageType)
      .header('Content-Security-Policy', policy)
      .send(renderPlainPage(title, content, look));
  return {
    locale: look.locale,
    t: getTexts(look.locale),
    send,
    /** Leads to another origin after a form. A redirect would not: `form-action` of the form's page applies to it. */
    sendLink: (title: string, link: string, address: string) => {
      reply.header('Refresh', `0; url=${address}`);
      return send(title, `<p><a href="${escapeHtml(address)}">${link}</a></p>`);
    },
  };
}

/** The language and the theme of a plain page; without a theme, it follows the browser. */
interface PlainLook {
  readonly locale: Locale;
  readonly theme?: Theme;
}

/** Reads the look that the portal has in this browser; before its first page, the language that the browser accepts. */
function readLook({ cookies, headers }: FastifyRequest): PlainLook {
  // An error may come before the cookies are parsed.
  const look = cookies?.[lookCookieName];
  return look === undefined ? { locale: negotiateLocale(headers['accept-language']) } : parseLook(look);
}

/** Renders the page. Its icon is a link, because browsers would otherwise request `favicon.ico`. */
function renderPlainPage(title: string, content: string, { locale, theme }: PlainLook): string {
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

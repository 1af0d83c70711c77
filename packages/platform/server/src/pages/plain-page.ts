import {
  darkenAccent,
  defaultAccent,
  firstLetter,
  type Locale,
  languageTags,
  lookCookieName,
  parseLook,
  type Tenant,
  type Theme,
} from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiateLocale } from '../http/negotiation';
import { getTexts } from '../i18n/i18n';
import { createClosedPolicy, digest, getOrigins } from './content-policy';
import { getHostTenant, type ReadHost } from './host-configuration';
import { escapeHtml } from './html';
import { pageType } from './page-cache';

const styles =
  ':root{color-scheme:light dark;background:light-dark(#fafaf8,#131312);color:light-dark(#1c1c1a,#efefec);' +
  '--on-accent:light-dark(#fff,#1a0e0b)}' +
  '[display-mode=light]{color-scheme:light}[display-mode=dark]{color-scheme:dark}' +
  'body{max-width:32rem;margin:4rem auto;padding:0 1.5rem;text-align:center;' +
  'font:.875rem/1.5 system-ui,sans-serif}h1{font-size:1.25rem}code,p{overflow-wrap:anywhere}' +
  'header{display:flex;align-items:center;justify-content:center;gap:.625rem;margin-block-end:2.5rem;' +
  'font-size:1rem;font-weight:600}header img{block-size:1.75rem;max-inline-size:40%;object-fit:contain}' +
  '.mark{display:grid;place-items:center;flex:none;inline-size:1.75rem;block-size:1.75rem;border-radius:.375rem;' +
  'background:var(--accent);color:var(--on-accent)}' +
  'input,button{font:inherit;box-sizing:border-box;inline-size:100%;max-inline-size:20rem;min-block-size:2.75rem;' +
  'margin-block:.25rem .75rem;padding:.25rem .75rem;border:1px solid GrayText;border-radius:.5rem}' +
  'button{font-weight:600;cursor:pointer;border-color:#0000;background:var(--accent);color:var(--on-accent)}' +
  '.secondary{border-color:GrayText;background:none;color:inherit}label{display:block}a{color:var(--accent)}' +
  '[role=alert]{color:light-dark(#a8124a,#f57ba0)}';

/** Derives the accents of both themes, as tokens.css does. */
function getAccentStyle(accent = defaultAccent): string {
  return `:root{--accent:light-dark(${darkenAccent(accent)},oklch(from ${accent} max(l,.71) calc(c*.82) h))}`;
}

/**
 * Creates a page that works without the files of the shell, in the language and the theme that the portal has in this
 * browser, with the tenant's name, logo and accent. Contents are HTML.
 */
export async function createPlainPage(reply: FastifyReply, readHost: ReadHost) {
  const { request } = reply;
  const look = readLook(request);
  // The page may say that the database does not answer.
  const host = await readHost(request.hostname).catch(() => undefined);
  const tenant = host && getHostTenant(host.configuration);
  const sheet = styles + getAccentStyle(tenant?.accent);
  const directives = [["img-src 'self'", ...getOrigins(tenant?.logo)].join(' '), `style-src ${digest(sheet)}`];
  const send = (title: string, content: string, { hasForm = false } = {}) =>
    reply
      .type(pageType)
      .header('Content-Security-Policy', createClosedPolicy(...directives, ...(hasForm ? ["form-action 'self'"] : [])))
      .send(renderPlainPage(title, content, { ...look, tenant, sheet }));
  return {
    locale: look.locale,
    t: getTexts(look.locale),
    tenant,
    send,
    /**
     * Leads to an address of another origin after a form. A redirect would not: browsers apply `form-action` of the page
     * with the form to each redirect.
     */
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

interface PageLook extends PlainLook {
  readonly tenant: Tenant | undefined;
  readonly sheet: string;
}

/** Renders the page. Its icon is a link, because browsers would otherwise request `favicon.ico`. */
function renderPlainPage(title: string, content: string, { locale, sheet, tenant, theme }: PageLook): string {
  return `<!doctype html>
<html lang="${languageTags[locale]}"${theme ? ` display-mode="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="/favicon.png" sizes="64x64">
<style>${sheet}</style>
</head>
<body>
${tenant ? renderBrand(tenant) : ''}
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

function renderBrand({ name, logo }: Tenant): string {
  const mark =
    logo === undefined
      ? `<span class="mark" aria-hidden="true">${escapeHtml(firstLetter(name))}</span>`
      : `<img src="${escapeHtml(logo)}" alt="">`;
  return `<header>${mark}<bdi>${escapeHtml(name)}</bdi></header>`;
}

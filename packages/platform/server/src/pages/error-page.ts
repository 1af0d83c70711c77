import { createHash } from 'node:crypto';
import { type Locale, languageTags } from '@portico/contract';
import { getTexts } from '../i18n/i18n';
import { escapeHtml } from './escape-html';

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

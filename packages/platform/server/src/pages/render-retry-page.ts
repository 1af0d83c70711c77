import { type Configuration, type Locale, languageTags, locales } from '@portico/contract';
import { getTexts } from '../i18n/i18n';
import { digest } from './content-policy';
import { getHostTenant, getTenantStyle } from './host-configuration';
import { escapeHtml } from './html';
import type { ShellFiles } from './shell-files';

/** Shows the language of the page, which the first script sets. */
const styles = `
:root:lang(pt) [lang=en],:root:lang(en) [lang=pt-BR]{display:none}
main{flex:1;display:grid;place-items:center;padding:24px}
section{max-width:420px;text-align:center}
h1{margin:0 0 8px;font-size:20px;font-weight:600;line-height:1.3}
p{margin:0 0 24px;color:var(--portico-text-2)}
button{min-height:44px;padding:0 20px;border:0;border-radius:var(--portico-radius);background:var(--portico-accent);color:var(--portico-on-accent);font:inherit;font-weight:500;cursor:pointer}
button:hover{background:var(--portico-accent-hover)}
button:focus-visible{outline:2px solid var(--portico-accent);outline-offset:2px}
`;

/** The address that answers 200 once the portal can be used again, by what is missing. */
const health = { 'no-network': '/health', 'out-of-service': '/health/ready' };

/** A page that tries again by itself, and its content policy. */
interface RetryPage {
  readonly html: string;
  readonly policy: string;
}

/**
 * Renders the page that is shown when the portal cannot be reached or cannot answer. It needs no other file.
 * @param script tries again
 */
export function renderRetryPage(
  cause: keyof typeof health,
  { firstPaint, frame }: Pick<ShellFiles, 'firstPaint' | 'frame'>,
  script: string,
  configuration: Pick<Configuration, 'tenants'>,
): RetryPage {
  const title = escapeHtml(getHostTenant(configuration)?.name ?? 'Portico');
  const tenantStyle = getTenantStyle(configuration);
  const sheets = [frame, styles, tenantStyle].filter((sheet) => sheet !== '');
  const policy = [
    "default-src 'none'",
    `script-src ${digest(firstPaint)} ${digest(script)}`,
    `style-src ${sheets.map(digest).join(' ')}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const html = `<!doctype html>
<html lang="pt-BR" display-mode="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${sheets.map((sheet) => `<style>${sheet}</style>`).join('\n')}
<script>${firstPaint}</script>
</head>
<body>
<main data-health="${health[cause]}">
${locales.map((locale) => renderSection(cause, locale)).join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`;
  return { html, policy };
}

function renderSection(cause: keyof typeof health, locale: Locale): string {
  const t = getTexts(locale);
  return `<section lang="${languageTags[locale]}">
<h1>${t(`page.${cause}.title`)}</h1><p>${t(`page.${cause}.text`)}</p><button type="button">${t('page.try-again')}</button>
</section>`;
}

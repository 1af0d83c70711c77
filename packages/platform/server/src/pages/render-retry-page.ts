import { type Configuration, type Locale, languageTags, locales } from '@portico/contract';
import { getTexts } from '../i18n/i18n';
import { createClosedPolicy, digest } from './content-policy';
import { getHostTenant, getTenantStyle } from './host-configuration';
import { escapeHtml } from './html';
import type { ShellFiles } from './shell-files';

/** Hides the other language. The first script sets the language of the page. */
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

/** The address that answers 200 when the portal is available again, by cause. */
const health = { 'no-network': '/health', 'out-of-service': '/health/ready' };

/** Renders the page for an unreachable or unavailable portal, and its content policy. The page loads no other file. */
export function renderRetryPage(
  cause: keyof typeof health,
  { firstPaint, frame, retryPage }: ShellFiles,
  configuration: Pick<Configuration, 'tenants'>,
) {
  const title = escapeHtml(getHostTenant(configuration)?.name ?? 'Portico');
  const tenantStyle = getTenantStyle(configuration);
  const sheets = [frame, styles, tenantStyle].filter((sheet) => sheet !== '');
  const policy = createClosedPolicy(
    `script-src ${digest(firstPaint)} ${digest(retryPage)}`,
    `style-src ${sheets.map(digest).join(' ')}`,
    "connect-src 'self'",
  );
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
<script>${retryPage}</script>
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

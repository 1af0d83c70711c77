import type { Configuration } from '@portico/contract';
import { digest } from './content-policy';
import { escapeHtml } from './escape-html';
import { getHostTenant } from './host-configuration';
import type { ShellFiles } from './shell-files';
import { getTenantStyle } from './tenant-style';

/** Shows the language of the page, which the first script sets. */
const styles = `
:root:lang(pt) [lang=en],:root:lang(en) [lang=pt-BR]{display:none}
main{flex:1;display:grid;place-items:center;padding:24px}
section{max-width:420px;text-align:center}
h1{margin:0 0 8px;font-size:20px;font-weight:600;line-height:1.3}
p{margin:0 0 24px;color:var(--text-2)}
button{min-height:44px;padding:0 20px;border:0;border-radius:var(--radius);background:var(--accent);color:var(--on-accent);font:inherit;font-weight:500;cursor:pointer}
button:hover{background:var(--accent-hover)}
button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`;

/**
 * Renders the page that the service worker shows where the portal cannot be reached. It needs no other file.
 * @param script tries again
 */
export function renderOfflinePage(
  { firstPaint, frame }: Pick<ShellFiles, 'firstPaint' | 'frame'>,
  script: string,
  configuration: Configuration,
): { readonly html: string; readonly policy: string } {
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
<main>
<section lang="pt-BR">
<h1>Sem conexão com o portal</h1>
<p>Verifique a sua rede. A página continua sozinha assim que houver conexão.</p>
<button type="button">Tentar novamente</button>
</section>
<section lang="en">
<h1>No connection to the portal</h1>
<p>Check your network. The page goes on by itself as soon as there is a connection.</p>
<button type="button">Try again</button>
</section>
</main>
<script>${script}</script>
</body>
</html>
`;
  return { html, policy };
}

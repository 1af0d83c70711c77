import type { Configuration, PageState } from '@portico/contract';
import { filesOf, hasTopbar, needsAllTexts, preloadedNames } from './preloads';
import type { ShellFiles } from './shell-files';

export interface PageRequest {
  readonly pathname: string;
  /** `undefined` when the page host cannot know. */
  readonly hasSession: boolean | undefined;
  /** Whether somebody who signs in may get another import map. */
  readonly dependsOnUser?: boolean;
  /** The title until the shell sets its own. */
  readonly title: string;
  readonly configuration: Configuration;
  /** Given where the browser has switched overrides on. */
  readonly styleNonce?: string | undefined;
}

/** The one page of the portal. Everything it needs from elsewhere is preloaded, so that two waves bring it all. */
export function renderPage(request: PageRequest, files: ShellFiles): string {
  const { pathname, hasSession, dependsOnUser = false, title, configuration, styleNonce } = request;
  const { importMap, system, firstPaint, frame } = files;
  const isDeveloper = styleNonce !== undefined;
  const state: PageState = {
    ...(hasSession !== undefined && { hasSession }),
    ...(isDeveloper && { isDeveloper }),
    ...(dependsOnUser && { dependsOnUser }),
  };
  const preloads = filesOf(preloadedNames(pathname, hasSession === true), importMap);
  const locales = localeFiles(files, needsAllTexts(pathname, hasSession === true));
  const api = { address: files.api, integrity: importMap.integrity[files.api] };
  return `<!doctype html>
<html lang="pt-BR" display-mode="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/app-icon-180.png">
<link rel="manifest" href="/manifest.webmanifest">
<style>${frame}</style>
<script data-locales='${JSON.stringify(locales).replaceAll("'", '&#39;')}'>${firstPaint}</script>
${[system, ...preloads].map(preload).join('\n')}
${hasSession === false ? prefetch(api) : preload(api)}
<script id="portico-configuration" type="application/json">${embedJson(configuration)}</script>
<script id="portico-state" type="application/json">${embedJson(state)}</script>
<script type="systemjs-importmap">${embedJson(importMap)}</script>
${isDeveloper ? overridesScript(files, styleNonce) : ''}<script src="${system.address}" integrity="${system.integrity}" defer></script>
<script type="systemjs-module" src="import:@portico/root-config"></script>
</head>
<body>
<div id="portico-topbar" data-portico${hasTopbar(pathname, hasSession === true) ? ' class="portico-strip"' : ''}></div>
<main id="portico-content" data-portico tabindex="-1"><div class="portico-loader" role="status"></div></main>
<div id="portico-overlay" data-portico></div>
<div class="portico-announcer" role="status" data-portico></div>
<noscript>O portal precisa de JavaScript. The portal needs JavaScript.</noscript>
</body>
</html>
`;
}

/** Between the import map, which it amends, and SystemJS, which reads it. Its nonce is for the styles it makes. */
function overridesScript({ overrides }: ShellFiles, styleNonce: string): string {
  const { address, integrity } = overrides;
  return `<script id="portico-overrides" src="${address}" integrity="${integrity}" nonce="${styleNonce}" defer></script>\n`;
}

/** The links that the first script of the page makes for the language it finds: what is not needed yet is prefetched. */
function localeFiles({ locales, importMap }: ShellFiles, needsAll: boolean) {
  const link = (address: string, rel: 'preload' | 'prefetch') => ({
    rel,
    address,
    integrity: importMap.integrity[address],
  });
  return Object.fromEntries(
    Object.entries(locales).map(([locale, { first, rest }]) => [
      locale,
      [link(first, 'preload'), link(rest, needsAll ? 'preload' : 'prefetch')],
    ]),
  );
}

function preload({ address, integrity }: { address: string; integrity?: string | undefined }): string {
  const check = integrity ? ` integrity="${escapeHtml(integrity)}"` : '';
  // Only of another origin: SystemJS asks for files of this one without, and the two must match to be one download.
  const crossOrigin = /^https?:/.test(address) ? ' crossorigin="anonymous"' : '';
  return `<link rel="preload" as="script" href="${escapeHtml(address)}"${check}${crossOrigin}>`;
}

/** For what the page will need next: fetched once there is nothing better to do. */
function prefetch({ address }: { address: string }): string {
  return `<link rel="prefetch" as="script" href="${escapeHtml(address)}">`;
}

/** JSON that cannot end the script element it stands in. */
function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

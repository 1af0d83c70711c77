import {
  type Configuration,
  type ImportMap,
  languageTags,
  locales,
  type PagePreviews,
  type PageState,
  regions,
} from '@portico/contract';
import { getTexts } from '../i18n/i18n';
import type { ReaderImportMap } from '../registry/live-map/map-edition';
import { createContentPolicy, type DeveloperAllowance } from './content-policy';
import { getHostTenant, getTenantStyle } from './host-configuration';
import { escapeHtml } from './html';
import { createDevelopmentMap, createNativeImportMap, extendMap } from './page-maps';
import type { PageRequest } from './page-request';
import { findFiles, getPreloadedNames, hasTopbar, needsApi, type PageFile } from './preloads';
import type { ShellFiles } from './shell-files';
import { renderSignInForm } from './sign-in-form';
import { renderTopBar } from './top-bar';

/** The regions after the content. What they hold floats over it, or moves into the top bar. */
const floatingRegions = regions
  .filter(({ name }) => name !== 'topbar')
  .map(({ name }) => `<div id="portico-${name}" data-portico></div>`)
  .join('\n');

/** Nothing is drawn before what follows the screen is parsed: half a screen would jump when the other half comes. */
const drawnAtOnce = '<link rel="expect" href="#portico-state" blocking="render">';

const loader = '<div class="portico-loader" role="status"></div>';

/** What a page is made of. */
export interface PageSources {
  readonly files: ShellFiles;
  readonly importMap: ImportMap;
  /** What modules load next, which the map implies. */
  readonly preloads: ReaderImportMap['preloads'];
  /** What the modules of the map need from the content policy. */
  readonly needs?: ReaderImportMap['needs'];
  readonly configuration: Configuration;
  /** Whether a user who signs in may get another map. */
  readonly dependsOnUser?: boolean;
}

/** The parts of a page for one browser alone. */
export interface OwnParts {
  /** Given if the browser has switched overrides on. */
  readonly developer?: DeveloperAllowance | undefined;
  readonly previews?: PagePreviews | undefined;
}

interface RenderedPage {
  readonly html: string;
  /** Returns the content policy for the nonce of a response. */
  readonly createPolicy: (styleNonce: string) => string;
}

/** Renders the page of the portal. It preloads everything that it needs, so that two round trips load it. */
export function renderPage(
  sources: PageSources,
  requested: PageRequest,
  { developer, previews }: OwnParts = {},
): RenderedPage {
  const { files, importMap, preloads, configuration, dependsOnUser } = sources;
  const { system, firstPaint, frame, signIn, topBar } = files;
  const { current, form, look, modules, pathname, refusal, session } = requested;
  const hasSession = session === undefined ? undefined : typeof session === 'object';
  const hasStrip = hasTopbar(pathname, hasSession === true);
  // A developer's browser may load another file in place of the module.
  const names = getPreloadedNames(pathname, hasSession === true, developer ? {} : importMap.imports);
  const state: PageState = {
    ...(session && { session }),
    ...(dependsOnUser && { dependsOnUser }),
    ...(modules && { isMapPartial: true }),
    ...(refusal && { refusal }),
    ...(developer && { isDeveloper: true }),
    ...(previews && { previews }),
  };
  // One sheet: the content policy has a digest of each.
  const sheet = [
    frame,
    form ? signIn.styles : '',
    hasSession && hasStrip ? topBar.styles : '',
    getTenantStyle(configuration),
  ].join('');
  const tenant = getHostTenant(configuration);
  // Until the shell sets its own.
  const title = tenant?.name ?? 'Portico';
  const getFile = (address: string): PageFile => ({ address, integrity: importMap.integrity[address] });
  // The language of the shell, unless local storage says another one.
  const texts = getFile(files.locales[look.locale]);
  const otherTexts = Object.entries(files.locales)
    .filter(([locale]) => locale !== look.locale)
    .map(([locale, address]) => [locale, getFile(address)]);
  const development = developer && createDevelopmentMap(files);
  const nativeMap = embedJson(createNativeImportMap(files, importMap, development && Object.keys(development.imports)));
  const loadedMap = development ? extendMap(importMap, development) : importMap;
  const api = needsApi(pathname, hasSession) ? [getFile(files.api)] : [];
  const preloaded = [system, ...findFiles(names, loadedMap, preloads), texts, ...api];
  // Without applications, the shell signs the user out.
  const hasBar = hasStrip && tenant !== undefined && typeof session === 'object' && session.apps.length > 0;
  const bar = hasBar ? renderTopBar(topBar, signIn.marks, { look, tenant, session, current }) : '';
  const content = form ? renderSignInForm(signIn, form) : loader;
  const html = `<!doctype html>
<html lang="${languageTags[(form ?? look).locale]}" display-mode="${look.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color">
<title>${escapeHtml(title)}</title>
${drawnAtOnce}
<link rel="icon" href="/favicon.png" sizes="64x64">
<link rel="apple-touch-icon" href="/app-icon-180.png">
<link rel="manifest" href="/manifest.webmanifest">
<style>${sheet}</style>
<script data-locales='${JSON.stringify(Object.fromEntries(otherTexts)).replaceAll("'", '&#39;')}'>${firstPaint}</script>
<script type="importmap">${nativeMap}</script>
${preloaded.map(preload).join('\n')}
</head>
<body>
<div id="portico-topbar" data-portico${hasStrip ? ' class="portico-strip"' : ''}>${bar}</div>
<main id="portico-content" data-portico tabindex="-1">${content}</main>
<script id="portico-state" type="application/json">${embedJson(state)}</script>
${floatingRegions}
<div class="portico-announcer" role="status" data-portico></div>
<noscript>${locales.map((locale) => getTexts(locale)('page.needs-javascript')).join(' ')}</noscript>
<script id="portico-configuration" type="application/json">${embedJson(configuration)}</script>
${systemMap(importMap)}${development ? systemMap(development) : ''}${developer ? overridesScript(files, developer.styleNonce) : ''}<script src="${system.address}" integrity="${system.integrity}" defer></script>
<script type="systemjs-module" src="import:@portico/root-config"></script>
</body>
</html>
`;
  return { html, createPolicy: createContentPolicy(sources, [firstPaint, nativeMap], [sheet], developer) };
}

/** A map of SystemJS; what a later one says goes. */
function systemMap(map: object): string {
  return `<script type="systemjs-importmap">${embedJson(map)}</script>\n`;
}

/** Comes after the import map, which it amends, and before SystemJS, which reads it. The nonce is for its styles. */
function overridesScript({ overrides }: ShellFiles, styleNonce: string): string {
  const { address, integrity } = overrides;
  return `<script id="portico-overrides" src="${address}" integrity="${integrity}" nonce="${styleNonce}" defer></script>\n`;
}

function preload({ address, integrity, isEsModule, isStyle }: PageFile): string {
  const check = integrity ? ` integrity="${escapeHtml(integrity)}"` : '';
  if (isEsModule) return `<link rel="modulepreload" href="${escapeHtml(address)}"${check}>`;
  // Only for other origins: SystemJS requests files of this origin without CORS, and a preload is used only if both
  // match.
  const crossOrigin = /^https?:/.test(address) ? ' crossorigin="anonymous"' : '';
  return `<link rel="preload" as="${isStyle ? 'style' : 'script'}" href="${escapeHtml(address)}"${check}${crossOrigin}>`;
}

/** Escapes JSON so that it cannot end its script element. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

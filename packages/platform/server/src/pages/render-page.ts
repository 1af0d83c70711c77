import {
  type Configuration,
  type FormProviders,
  findModuleOfSegment,
  type Locale,
  type Look,
  languageTags,
  locales,
  modulePrefix,
  type PagePreviews,
  type PageState,
  regions,
  type SignInRefusal,
} from '@portico/contract';
import { getTexts } from '../i18n/i18n';
import type { ReaderImportMap } from '../registry/live-map/map-edition';
import { createContentPolicy, type DeveloperAllowance } from './content-policy';
import { getHostTenant, getTenantStyle } from './host-configuration';
import { escapeHtml } from './html';
import { createDevelopmentMap, createNativeImportMap } from './page-maps';
import { findFiles, getPreloadedNames, hasTopbar, needsApi, type PageFile } from './preloads';
import type { ShellFiles } from './shell-files';
import { findFormSearch, renderSignInForm } from './sign-in-form';
import { renderTopBar } from './top-bar';

/** The regions after the content. Their content floats over the page or moves into the top bar. */
const floatingRegions = regions
  .filter(({ name }) => name !== 'topbar')
  .map(({ name }) => `<div id="portico-${name}" data-portico></div>`)
  .join('\n');

/** Delays the first paint until the whole screen is parsed, because a half-drawn screen would jump. */
const renderBlocker = '<link rel="expect" href="#portico-state" blocking="render">';

const loader = '<div class="portico-loader" role="status"></div>';

/** The server-rendered form already says that the session has ended. */
const sessionEnded = { reason: 'session-ended', email: '', wait: 0 } as const;

/** Everything that a page depends on. */
export interface PageInput extends ReaderImportMap {
  readonly files: ShellFiles;
  readonly configuration: Configuration;
  /** Path and query. */
  readonly address: string;
  /** The language of the browser. */
  readonly locale: Locale;
  readonly look: Look;
  readonly session: PageState['session'];
  /** Whether the import map has only the modules that the user reaches. */
  readonly isMapPartial: boolean;
  /** Why the sign-in form was refused. */
  readonly refusal?: SignInRefusal | undefined;
  /** Those of a tenant that has some. */
  readonly providers?: FormProviders | undefined;
  /** Set if the browser has overrides on. */
  readonly developer?: DeveloperAllowance | undefined;
  readonly previews?: PagePreviews | undefined;
}

/** Renders the page of the portal and its content policy. The page preloads all files that its screen needs. */
export function renderPage(input: PageInput) {
  const { address, configuration, dependsOnUser, developer, files, importMap, isMapPartial } = input;
  const { locale, look, preloads, previews, providers, refusal, session } = input;
  const { system, firstPaint, frame, signIn, topBar } = files;
  const [pathname = '/'] = address.split('?', 1);
  const segment = pathname.split('/')[1] ?? '';
  const module = findModuleOfSegment(segment, importMap.imports, (each) => importMap.entries[each]);
  const tenant = getHostTenant(configuration);
  const search = typeof session === 'string' ? findFormSearch(address) : undefined;
  const answer = refusal ?? (session === 'ended' ? sessionEnded : undefined);
  const form =
    tenant && search !== undefined ? renderSignInForm(files, { locale, tenant, search, answer, providers }) : undefined;
  const hasSession = session === undefined ? undefined : typeof session === 'object';
  const hasStrip = hasTopbar(pathname, hasSession === true);
  // A developer's browser may override modules, so none is preloaded.
  const names = getPreloadedNames(pathname, hasSession === true, developer ? undefined : module);
  const flags = { ...(dependsOnUser && { dependsOnUser }), ...(isMapPartial && { isMapPartial }) };
  const state: PageState = { session, ...flags, refusal, ...(developer && { isDeveloper: true }), previews, providers };
  // One sheet, because the content policy needs a digest for each.
  const sheet = [
    frame,
    form?.styles ?? '',
    hasSession && hasStrip ? topBar.styles : '',
    getTenantStyle(configuration),
  ].join('');
  // The shell replaces the title.
  const title = tenant?.name ?? 'Portico';
  const getFile = (address: string): PageFile => ({ address, integrity: importMap.integrity[address] });
  // The first script loads other texts if local storage has another language.
  const texts = getFile(files.locales[look.locale]);
  const otherTexts = Object.entries(files.locales)
    .filter(([locale]) => locale !== look.locale)
    .map(([locale, address]) => [locale, getFile(address)]);
  const development = developer && createDevelopmentMap(files);
  const nativeMap = embedJson(createNativeImportMap(files, importMap, development && Object.keys(development.imports)));
  const imports = { ...importMap.imports, ...development?.imports };
  const integrity = { ...importMap.integrity, ...development?.integrity };
  const hasModule = names.some((name) => name.startsWith(modulePrefix));
  const late = [
    ...(needsApi(pathname, hasSession) ? [files.api] : []),
    ...(hasModule ? [files.modules] : []),
    ...(form?.isRare ? [files.rareForms] : []),
  ].map(getFile);
  const preloaded = [system, ...findFiles(names, { ...importMap, imports, integrity }, preloads), texts, ...late];
  // The shell signs users without applications out, so they get no bar.
  const hasBar = hasStrip && tenant !== undefined && typeof session === 'object' && session.apps.length > 0;
  const bar = hasBar ? renderTopBar(topBar, signIn.marks, { look, tenant, session, module: module ?? segment }) : '';
  const content = form?.html ?? loader;
  const html = `<!doctype html>
<html lang="${languageTags[form ? locale : look.locale]}" display-mode="${look.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color">
<title>${escapeHtml(title)}</title>
${renderBlocker}
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
<div id="portico-announcements" data-portico></div>
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
  return { html, createPolicy: createContentPolicy(input, [firstPaint, nativeMap], [sheet], developer) };
}

/** Renders an import map of SystemJS. Later maps override earlier ones. */
function systemMap(map: object): string {
  return `<script type="systemjs-importmap">${embedJson(map)}</script>\n`;
}

/** Renders the script that changes the import map: after the map, before SystemJS. It styles with the nonce. */
function overridesScript({ overrides }: ShellFiles, styleNonce: string): string {
  const { address, integrity } = overrides;
  return `<script id="portico-overrides" src="${address}" integrity="${integrity}" nonce="${styleNonce}" defer></script>\n`;
}

function preload({ address, integrity, isEsModule, isStyle }: PageFile): string {
  const check = integrity ? ` integrity="${escapeHtml(integrity)}"` : '';
  if (isEsModule) return `<link rel="modulepreload" href="${escapeHtml(address)}"${check}>`;
  // SystemJS requests only files of other origins with CORS, and browsers reuse a preload only in the same mode.
  const crossOrigin = /^https?:/.test(address) ? ' crossorigin="anonymous"' : '';
  return `<link rel="preload" as="${isStyle ? 'style' : 'script'}" href="${escapeHtml(address)}"${check}${crossOrigin}>`;
}

/** Escapes JSON so that it cannot end its script element. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

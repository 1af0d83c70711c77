import { type Entry, getStyleScope, moduleAttribute } from '@portico/contract';
import type { Mount } from '@portico/module-kit/mounting';
import { createPortalDouble } from '@portico/module-kit/testing/portal-double';
import { definePortal } from '@portico/module-kit/testing/provide-portal';
import { findMount, findParcelMount } from '@portico/root-config/module-host/container';
import { loadEsModules } from '@portico/root-config/module-host/es-modules';
import { loadStyles } from '@portico/root-config/module-host/load-styles';
import { allowStyleTags, getStyleNonce } from '@portico/root-config/module-host/style-nonce';
import { withTimeout } from '@portico/root-config/module-host/with-timeout';
import { version } from 'react';
import type { ModuleObservation } from '../module-observation';
import { redirectWorkers } from './redirect-workers';
import { scopeStylesOfModule } from './scope-styles-of-module';
import {
  awaitQuiet,
  type CheckFailure,
  compareVisits,
  createLateError,
  findPlace,
  getMessage,
  unique,
  visit,
} from './visit';
import { watchStyles } from './watch-styles';

declare global {
  interface Window {
    /** Provided by `portico check`. */
    readonly takeBarPicture: () => Promise<string>;
  }
}

// The default timeout of a portal's configuration.
const timeout = 15_000;

/** A third visit separates what grows from what a library starts late, once. */
const maxVisits = 3;

/** Reads the details of all entries of the page by address: the module, and what it imports. */
function readEntries(): Record<string, Entry> {
  const map = JSON.parse(document.querySelector('script[type="systemjs-importmap"]')?.textContent ?? '{}');
  return map.entries ?? {};
}

function findEntry(address: string): Entry {
  return readEntries()[address] ?? {};
}

loadEsModules({ resolveEntry: (address) => findEntry(address).form });

/** Loads a module as the portal does, and mounts and unmounts it. Never rejects because of the module. */
export async function checkModule(key: string): Promise<ModuleObservation> {
  const base = new URL('.', System.resolve(`@module/${key}`)).href;
  const violations = watchViolations(base);
  allowStyleTags();
  // For the packages that the module imports.
  const page = createPortalDouble({ styleNonce: getStyleNonce() }, () => {});
  definePortal(page.portal);
  const { declarations } = findEntry(System.resolve(`@module/${key}`));
  if (declarations?.styles !== 'global') scopeStylesOfModule(getStyleScope(key));
  const chunkLoaders = watchChunkLoaders();
  const serviceWorkers = watchServiceWorkers(base);
  redirectWorkers(base, '/check/worker/');
  const findReach = await watchStyles(window.takeBarPicture);
  let styles: ModuleObservation['styles'] = { selectors: [], scoped: [], barChanges: [] };
  let isEmpty = false;
  const onShow = async () => {
    isEmpty = isBlank(document.querySelector(`[${moduleAttribute}="${key}"]`));
    styles = await findReach();
  };
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  const failures: CheckFailure[] = [];
  history.replaceState({}, '', `/${key}/`);
  try {
    const { mount, missing } = await withTimeout(load(key), timeout, () => createLateError(timeout));
    failures.push(...missing.map((message) => ({ step: 'parcel' as const, message })));
    if (mount === undefined) failures.push({ step: 'exports', message: '' });
    while (mount && isVisitNeeded(visits)) visits.push(await visit(key, base, mount, timeout, onShow));
  } catch (error) {
    failures.push({ step: 'load', message: getMessage(error) });
  }
  // The browser reports a violation after the error that it causes.
  await awaitQuiet();
  return {
    failures: [...failures, ...visits.flatMap((seen) => seen.failures)],
    ...compareVisits(visits),
    reports: unique([...page.calls.report.map(getMessage), ...visits.flatMap((seen) => seen.reports)]),
    violations: violations(),
    chunkLoaders: chunkLoaders(),
    serviceWorkers: serviceWorkers(),
    styles,
    isEmpty,
    react: version,
  };
}

function isBlank(element: Element | null): boolean {
  return element !== null && element.shadowRoot === null && element.childNodes.length === 0;
}

function isVisitNeeded(visits: readonly Awaited<ReturnType<typeof visit>>[]): boolean {
  if (visits.some(({ failures }) => failures.length > 0) || visits.length === maxVisits) return false;
  return visits.length < 2 || visits.at(-1)?.traces.length !== 0;
}

/**
 * Loads a module, with the style sheets of what it imports, without the retries of a portal. `missing` are the exports of
 * its parcels that it does not have.
 */
async function load(key: string): Promise<{ mount: Mount | undefined; missing: string[] }> {
  const name = `@module/${key}`;
  const { [System.resolve(name)]: entry = {}, ...imported } = readEntries();
  // The imports of an import come after it.
  const styles = [...Object.values(imported).reverse(), entry].flatMap((each) => each.styles ?? []);
  const [exports] = await Promise.all([System.import(name), loadStyles(styles)]);
  const missing: string[] = [];
  for (const exported of Object.values(entry.declarations?.parcels ?? {})) {
    if (!(await findParcelMount(key, exports, exported, entry))) missing.push(exported);
  }
  return { mount: await findMount(key, exports, entry), missing };
}

type Violation = ModuleObservation['violations'][number];

/** Records violations of the content security policy; returns a function that lists them, each once. */
function watchViolations(base: string): () => Violation[] {
  const seen = new Map<string, Violation>();
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective: directive, blockedURI: blocked, columnNumber, lineNumber, sourceFile } = event;
    // Several places may have styles in their markup: list each.
    const key = `${directive} ${blocked} ${directive.startsWith('style-src') ? `${sourceFile}:${lineNumber}` : ''}`;
    const place = findPlace(`${sourceFile}:${lineNumber}:${columnNumber}`, base);
    if (!seen.has(key)) seen.set(key, { directive, blocked, place });
  });
  return () => [...seen.values()];
}

/** Returns a function that lists the loaders added to the page since. */
function watchChunkLoaders(): () => ModuleObservation['chunkLoaders'] {
  const known = new Set(findChunkGlobals());
  return () =>
    findChunkGlobals()
      .filter((global) => !known.has(global))
      .flatMap((global) => findPublicPaths(global).map((publicPath) => ({ global, publicPath })));
}

function findChunkGlobals(): string[] {
  return Object.keys(window).filter((name) => /^(webpack|rspack)Chunk/.test(name));
}

/** Reads the public paths of the builds behind a global: each runs the code of an empty chunk immediately. */
function findPublicPaths(global: string): string[] {
  const paths: string[] = [];
  const chunks: unknown = Reflect.get(window, global);
  if (!Array.isArray(chunks)) return paths;
  const ask = (runtime: unknown) => {
    const path: unknown = typeof runtime === 'function' ? Reflect.get(runtime, 'p') : undefined;
    if (typeof path === 'string') paths.push(new URL(path, location.href).href);
  };
  chunks.push([['portico-check'], {}, ask]);
  return paths;
}

/**
 * Refuses service workers from now on; returns a function that lists them, each once.
 * @param base the address of the module's folder, with a slash at the end
 */
function watchServiceWorkers(base: string): () => ModuleObservation['serviceWorkers'] {
  const registered: ModuleObservation['serviceWorkers'] = [];
  const register = async (script: unknown) => {
    registered.push({ url: String(script), place: findPlace(new Error().stack, base) });
    throw new DOMException('The portal takes no service worker of a module.', 'SecurityError');
  };
  Object.defineProperty(navigator.serviceWorker, 'register', { value: register, configurable: true });
  return () => unique(registered);
}

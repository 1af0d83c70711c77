import { appsAtom, createLazy, findEntry, modulePrefix, setScreenComplete, store, whenIdle } from '@portico/shared';
import { registerApplication } from 'single-spa';
import { findStyles } from '../import-map/developer';
import { createImportMapHooks } from '../import-map/fallback';
import { findMount, forgetContainer } from '../module-host/container';
import { HostedApplication } from '../module-host/hosted-application';
import { loadLeakWatch, watchMount } from '../module-host/load-leak-watch';
import { findAddress, findModuleName } from '../module-host/module-import';
import { showFailure } from '../module-host/show-failure';
import { allowStyleTags } from '../module-host/style-nonce';
import { readScreenAddress } from './navigation-guard';
import { resolveRoute } from './resolve-route';

const styleLoader = createLazy(() => import(/* webpackChunkName: "styles" */ '../import-map/load-module-styles'));

// With the watch of leaks in one file, which the page preloads for a module.
const traces = createLazy(() => import(/* webpackChunkName: "leaks" */ '../module-host/document-traces'));

/** Loads in the background what the first module needs, once the user has applications. */
export function prepareModules(): void {
  store.sub(appsAtom, () => whenIdle(() => void traces.load().catch(() => undefined)));
}

const registered = new Set<string>();

let isPrepared = false;

/** Returns the options by which the host loads the module of a key, for its application and its parcels. */
export function createModuleOptions(key: string) {
  if (!isPrepared) allowStyleTags();
  isPrepared = true;
  // Together with the files of the module.
  void loadLeakWatch();
  const name = modulePrefix + key;
  const getEntry = () => findEntry(findAddress(name) ?? '');
  return {
    name,
    loadTraces: async () => (await traces.load()).documentTraces,
    loadStyles: async () => {
      const { listImports } = await import(/* webpackChunkName: "leaks" */ '../module-host/trace-owners');
      const [own = [], ...ofImports] = await Promise.all([...listImports(name)].map(findStyles));
      const imported = ofImports.reverse().flatMap((styles = []) => styles);
      if (own.length + imported.length === 0) return;
      await (await styleLoader.load()).loadModuleStyles(name, own, imported);
    },
    forget: () => forgetContainer(key, getEntry().global),
    watchMount: () => watchMount(name),
    getEntry,
  };
}

/** Registers the module of a key at its first visit: single-spa checks all registered ones at every navigation. */
export function registerModuleApplication(key: string, container: HTMLElement): void {
  if (registered.has(key)) return;
  registered.add(key);
  const { getEntry, ...options } = createModuleOptions(key);
  const { name } = options;
  const application = new HostedApplication({
    ...options,
    container,
    props: { key, basePath: `/${key}` },
    importMapHooks: createImportMapHooks(name),
    findMount: async (exports) => {
      await loadLeakWatch();
      return findMount(key, exports, getEntry());
    },
    showFailure: (place, failure, onRetry) =>
      showFailure(place, {
        source: name,
        name: findModuleName(key),
        failure,
        onRetry,
      }),
    onShow: () => setScreenComplete(true),
  });
  registerApplication({
    name,
    app: async () => application.lifecycles,
    activeWhen: () => {
      const { route } = resolveRoute(readScreenAddress());
      return route.kind === 'module' && route.key === key;
    },
  });
}

import { createLazy, type Entry, findEntry, modulePrefix, setScreenComplete, whenIdle } from '@portico/shared';
import type { ComponentType } from 'react';
import { registerApplication } from 'single-spa';
import { findStyles } from '../import-map/developer';
import { createImportMapHooks } from '../import-map/fallback';
import type { FailureViewProps } from '../module-host/failure-view';
import { HostedApplication, type HostedApplicationOptions } from '../module-host/hosted-application';
import { moduleSupport } from '../module-host/load-module-support';
import { findAddress, findModuleName } from '../module-host/module-import';
import { showFailure } from '../module-host/show-failure';
import { readScreenAddress } from './navigation-guard';
import { resolveRoute } from './resolve-route';

const styleLoader = createLazy(() => import(/* webpackChunkName: "styles" */ '../import-map/load-module-styles'));
/** Starts once, in the background. The portal works without the figures. */
const vitals = createLazy(async () =>
  (await import(/* webpackChunkName: "vitals" */ '../vitals/report-vitals')).reportVitals(),
);

const registered = new Set<string>();

/**
 * Returns the options by which the host loads the module of a key, for its application and its parcels.
 * @param View of a failure
 */
export function createModuleOptions(key: string, View?: ComponentType<FailureViewProps>) {
  const name = modulePrefix + key;
  const getEntry = () => findEntry(findAddress(name) ?? '');
  return {
    name,
    loadSupport: moduleSupport.load,
    loadStyles: async () => {
      const { listImports } = await moduleSupport.load();
      const [own = [], ...ofImports] = await Promise.all([...listImports(name)].map(findStyles));
      const imported = ofImports.reverse().flatMap((styles = []) => styles);
      if (own.length + imported.length === 0) return;
      await (await styleLoader.load()).loadModuleStyles(name, own, imported);
    },
    forget: () => moduleSupport.value?.forgetContainer(key, getEntry().global),
    showFailure: (place, failure, onRetry) =>
      showFailure(place, { source: name, name: findModuleName(key), failure, onRetry, View }),
    getEntry,
  } satisfies Partial<HostedApplicationOptions> & { readonly getEntry: () => Entry };
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
    findMount: async (exports) => (await moduleSupport.load()).findMount(key, exports, getEntry()),
    onShow: () => setScreenComplete(true),
  });
  whenIdle(() => void vitals.load().catch(() => undefined));
  registerApplication({
    name,
    app: async () => application.lifecycles,
    activeWhen: () => {
      const { route } = resolveRoute(readScreenAddress());
      return route.kind === 'module' && route.key === key;
    },
  });
}

import {
  appKeysAtom,
  findDeclarations,
  type GivenProps,
  getModuleKey,
  isModuleOverridden,
  type ModuleParcel,
  modulePrefix,
  store,
} from '@portico/shared';
import { type AppProps, mountRootParcel } from 'single-spa';
import { createParcelHooks } from '../import-map/fallback';
import { liveImportMap } from '../import-map/live-import-map';
import { HostedApplication } from '../module-host/hosted-application';
import { moduleSupport } from '../module-host/load-module-support';
import { ModuleFailure } from '../module-host/module-failure';
import { findAddress } from '../module-host/module-import';
import { createModuleOptions } from './module-applications';
import { ParcelFailureView } from './parcel-failure-view';

let count = 0;

/** single-spa keeps the parcels of its root for the life of the page, and those of a parcel until they are unmounted. */
const parent = new Promise<AppProps['mountParcel']>((resolve) => {
  mountRootParcel(
    {
      name: '@portico/parcels',
      bootstrap: async () => {},
      mount: async ({ mountParcel }) => resolve(mountParcel),
      unmount: async () => {},
    },
    { domElement: document.createElement('div') },
  );
});

/** Mounts a parcel of a module, as the module host mounts an application (docs/decisions/0073). */
export function mountParcel(
  parcel: string,
  element: HTMLElement,
  given: GivenProps = {},
  around: readonly string[] = [],
): ModuleParcel {
  const [key = '', shortName = ''] = getModuleKey(parcel).split('/');
  const { getEntry, ...options } = createModuleOptions(key, ParcelFailureView);
  const { name } = options;
  const hooks = createParcelHooks(name);
  const refuse = (kind: ModuleFailure['kind']) => new ModuleFailure(kind, findAddress(name));
  count += 1;
  let onShow = () => {};
  const mounted = new Promise<void>((resolve) => {
    onShow = resolve;
  });
  const application = new HostedApplication({
    ...options,
    container: element,
    props: { key, basePath: `/${key}`, name: `${parcel}-${count}` },
    parcels: [...around, parcel],
    importMapHooks: {
      ...hooks,
      beforeImport: async () => {
        // The portal of another mount may have mounted it, so the document tells, too.
        const isInside = element.closest(`[data-portico-parcel="${parcel}"]`) !== null;
        if (isInside || around.includes(parcel)) throw refuse('cycle');
        if (!isGranted(key)) throw refuse('not-granted');
        await hooks.beforeImport();
      },
    },
    findMount: async (exports) => {
      const { findParcelMount } = await moduleSupport.load();
      const exported = findExport(key, shortName);
      const mount = exported && (await findParcelMount(key, exports, exported, getEntry()));
      if (!mount) throw refuse('no-parcel');
      return mount;
    },
    onShow,
  });
  application.update(given);
  const mounting = parent.then((mountChild) => mountChild(application.lifecycles, { domElement: element }));
  let unmounted: Promise<void> | undefined;
  return {
    mounted,
    update: (changed) => application.update(changed),
    unmount: () => {
      unmounted ??= mounting.then((child) => child.unmount()).then(onShow);
      return unmounted;
    },
  };
}

/** Whether the user may have parcels of a module: as for its address, and on its own pages. */
function isGranted(key: string): boolean {
  return store.get(appKeysAtom).has(key) || liveImportMap.openModule === modulePrefix + key;
}

/** Returns the export of a parcel; in an override without a deployed version, the names are the same. */
function findExport(key: string, parcel: string): string | undefined {
  const { parcels = {} } = findDeclarations(key);
  if (Object.hasOwn(parcels, parcel)) return parcels[parcel];
  return isModuleOverridden(key) ? parcel : undefined;
}

import { findMountable } from '@portico/module-kit/mounting';
import {
  developerRequestAtom,
  failedRegionsAtom,
  i18n,
  isSignedInAtom,
  readPage,
  regions,
  report,
  screens,
  setScreenComplete,
  store,
  type TextKey,
  whenIdle,
} from '@portico/shared';
import { registerApplication, triggerAppChange } from 'single-spa';
import { HostedApplication, type HostedApplicationOptions } from '../module-host/hosted-application';
import { moduleSupportFile } from '../module-host/load-module-support';
import { showFailure } from '../module-host/show-failure';
import { repeatClick } from './early-clicks';
import { readScreenAddress } from './navigation-guard';
import { resolveRoute, type ScreenRoute } from './resolve-route';
import { BarFailureView, ShellFailureView } from './shell-failure-views';

/**
 * Registers the parcels of the table of screens that the import map has, once, at start. The portal works without the
 * others.
 * @param getRegion the element of the page for a region, or for the content
 */
export function registerParcelApplications(getRegion: (name: string) => HTMLElement): void {
  const { imports } = readPage().importMap;
  for (const source of new Set([...screens, ...regions].map(({ parcel }) => parcel))) {
    const error = new Error(`The import map has no "${source}". The portal runs without it.`);
    if (!(source in imports)) report({ kind: 'not-installed', source, error });
  }
  for (const screen of screens.filter(({ parcel }) => parcel in imports)) {
    registerParcel(screen, 'panel', (route) => route.kind === 'screen' && route.screen === screen.name, {
      container: getRegion('content'),
      // The sign-in form posts without scripts.
      worksRendered: screen.name === 'signin',
      onShow: () => setScreenComplete(true),
    });
  }
  for (const region of regions.filter(({ parcel }) => parcel in imports)) {
    const isActive = (route: ScreenRoute) => isRegionActive(region, route);
    registerParcel(region, region.failure, isActive, { container: getRegion(region.name) });
  }
  store.sub(developerRequestAtom, () => void triggerAppChange());
}

/** Loads what the address needs while the texts load. The applications load it again after a failure. */
export function loadScreen(): void {
  const { route } = resolveRoute(location);
  const screen = route.kind === 'screen' && screens.find(({ name }) => name === route.screen);
  if (screen) System.import(screen.parcel).catch(() => undefined);
  if (route.kind === 'module') moduleSupportFile.load().catch(() => undefined);
}

function isRegionActive({ isActive, load, name }: (typeof regions)[number], route: ScreenRoute): boolean {
  const { isDeveloper, previews } = readPage().state;
  const isWanted = isActive({
    layout: route.layout,
    isRestoring: route.kind === 'screen' && route.screen === 'restoring',
    isSignedIn: store.get(isSignedInAtom),
    hasModule: route.kind === 'module',
    isPublic: route.kind === 'module' && route.isPublic === true,
    isDeveloper: isDeveloper === true || previews !== undefined || store.get(developerRequestAtom) !== undefined,
  });
  return load === 'idle' ? startWhenIdle(name, isWanted) : isWanted;
}

/** The wanted regions that start when the browser is idle. */
const idleRegions = new Map<string, 'waiting' | 'started'>();

/** @returns whether the region has started; it stays as long as it is wanted */
function startWhenIdle(region: string, isWanted: boolean): boolean {
  if (!isWanted) idleRegions.delete(region);
  else if (!idleRegions.has(region)) {
    idleRegions.set(region, 'waiting');
    whenIdle(() => {
      if (idleRegions.get(region) !== 'waiting') return;
      idleRegions.set(region, 'started');
      void triggerAppChange();
    });
  }
  return idleRegions.get(region) === 'started';
}

function registerParcel(
  { name, parcel, title }: { readonly name: string; readonly parcel: string; readonly title: TextKey },
  failure: (typeof regions)[number]['failure'],
  isActive: (route: ScreenRoute) => boolean,
  options: Pick<HostedApplicationOptions, 'container' | 'onShow' | 'worksRendered'>,
): void {
  const { lifecycles } = new HostedApplication({
    ...options,
    name: parcel,
    props: { key: name, screen: name, basePath: '/' },
    findMount: async (exports) => findMountable(exports),
    onShow: () => {
      options.onShow?.();
      repeatClick(options.container);
    },
    showFailure: (place, shown, onRetry) =>
      failure === 'elsewhere'
        ? announceFailure(name, onRetry)
        : showFailure(place, {
            source: parcel,
            name: i18n.t(title),
            failure: shown,
            onRetry,
            View: failure === 'bar' ? BarFailureView : ShellFailureView,
          }),
  });
  registerApplication({
    name,
    app: async () => lifecycles,
    activeWhen: () => isActive(resolveRoute(readScreenAddress()).route),
  });
}

/** @returns removes the failure from the atom */
function announceFailure(region: string, onRetry: () => Promise<void>): () => Promise<void> {
  const set = (retry?: () => Promise<void>) =>
    store.set(failedRegionsAtom, { ...store.get(failedRegionsAtom), [region]: retry });
  set(onRetry);
  return async () => set();
}

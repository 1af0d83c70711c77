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
import { explainOverrideFailure } from '../import-map/developer';
import { createHostedApplication } from '../module-host/create-hosted-application';
import type { HostedApplicationOptions } from '../module-host/hosted-application';
import { showFailure } from '../module-host/show-failure';
import { repeatClick } from './early-clicks';
import { readScreenAddress } from './navigation-guard';
import { resolveRoute, type ScreenRoute } from './resolve-route';
import { BarFailureView, ShellFailureView } from './shell-failure-views';

type Presentation = (typeof regions)[number]['failure'];

interface ParcelApplication extends Pick<HostedApplicationOptions, 'container' | 'onShow' | 'worksRendered'> {
  readonly name: string;
  readonly parcel: string;
  readonly title: TextKey;
  readonly failure: Presentation;
  readonly isActive: (route: ScreenRoute) => boolean;
}

/**
 * Registers the parcels of the table of screens that the import map has, once, at start. The portal works without the
 * others.
 * @param getRegion the element of the page for a region, or for the content
 */
export function registerParcelApplications(getRegion: (name: string) => HTMLElement): void {
  const { imports } = readPage().importMap;
  const applications = [...listScreens(getRegion('content')), ...listRegions(getRegion)];
  for (const application of applications) if (application.parcel in imports) registerParcel(application);
  for (const source of new Set(applications.map(({ parcel }) => parcel))) {
    const error = new Error(`The import map has no "${source}". The portal runs without it.`);
    if (!(source in imports)) report({ kind: 'not-installed', source, error });
  }
  store.sub(developerRequestAtom, () => void triggerAppChange());
}

/** Loads the parcel of the address while the texts load. Its application loads it again after a failure. */
export function loadScreen(): void {
  const { route } = resolveRoute(location);
  const screen = route.kind === 'screen' && screens.find(({ name }) => name === route.screen);
  if (screen) System.import(screen.parcel).catch(() => undefined);
}

function listScreens(container: HTMLElement): ParcelApplication[] {
  return screens.map((screen) => ({
    ...screen,
    container,
    failure: 'panel',
    // The sign-in form posts without scripts.
    worksRendered: screen.name === 'signin',
    onShow: () => setScreenComplete(true),
    isActive: (route) => route.kind === 'screen' && route.screen === screen.name,
  }));
}

function listRegions(getRegion: (name: string) => HTMLElement): ParcelApplication[] {
  const { state } = readPage();
  return regions.map((region) => ({
    ...region,
    container: getRegion(region.name),
    isActive: (route) => {
      const isWanted = region.isActive({
        layout: route.layout,
        isRestoring: route.kind === 'screen' && route.screen === 'restoring',
        isSignedIn: store.get(isSignedInAtom),
        hasModule: route.kind === 'module',
        isPublic: route.kind === 'module' && route.isPublic === true,
        isDeveloper:
          state.isDeveloper === true || state.previews !== undefined || store.get(developerRequestAtom) !== undefined,
      });
      return region.load === 'idle' ? startWhenIdle(region.name, isWanted) : isWanted;
    },
  }));
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

function registerParcel({
  name,
  parcel,
  title,
  container,
  failure,
  onShow,
  worksRendered = false,
  isActive,
}: ParcelApplication): void {
  const { lifecycles } = createHostedApplication({
    name: parcel,
    container,
    props: { key: name, screen: name, basePath: '/' },
    findMount: async (exports) => findMountable(exports),
    worksRendered,
    onShow: () => {
      onShow?.();
      repeatClick(container);
    },
    showFailure: (place, shown, onRetry) =>
      failure === 'elsewhere'
        ? announceFailure(name, onRetry)
        : showFailure(place, {
            source: parcel,
            name: i18n.t(title),
            failure: shown,
            onRetry,
            explain: explainOverrideFailure,
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

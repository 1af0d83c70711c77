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
import { hasStarted } from './late-regions';
import { readScreenAddress } from './navigation-guard';
import { isRendered, mountRendered, startAfterModule } from './rendered-region';
import { pageKey, resolveRoute, type ScreenRoute } from './resolve-route';

interface ParcelApplication {
  readonly name: string;
  readonly parcel: string;
  readonly title: TextKey;
  readonly container: HTMLElement;
  readonly failure: (typeof regions)[number]['failure'];
  /** Whether the screen is complete with it. */
  readonly isContent: boolean;
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

function listScreens(container: HTMLElement): ParcelApplication[] {
  return screens.map((screen) => ({
    ...screen,
    container,
    failure: 'panel',
    isContent: true,
    isActive: (route) => route.kind === 'screen' && route.screen === screen.name,
  }));
}

function listRegions(getRegion: (name: string) => HTMLElement): ParcelApplication[] {
  const { state } = readPage();
  return regions.map((region) => {
    const container = getRegion(region.name);
    return {
      ...region,
      container,
      isContent: false,
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
        return hasStarted(region.name, isWanted, findSchedule(region.load, container, route));
      },
    };
  });
}

/** What a region waits for; `undefined` for nothing. */
function findSchedule(
  load: (typeof regions)[number]['load'],
  container: HTMLElement,
  route: ScreenRoute,
): ((start: () => void) => void) | undefined {
  if (load === 'idle') return whenIdle;
  if (load === 'active' || route.kind !== 'module' || !isRendered(container)) return undefined;
  return (start) => startAfterModule(container, pageKey, start);
}

function registerParcel(parcelApplication: ParcelApplication): void {
  const { name, parcel, title, container, failure, isContent, isActive } = parcelApplication;
  const application = createHostedApplication({
    name: parcel,
    container,
    props: { key: name, screen: name, basePath: '/' },
    getTitle: () => i18n.t(title),
    isOfShell: true,
    findMount: async (exports) => {
      const mount = findMountable(exports);
      return mount && ((props) => mountRendered(mount, props));
    },
    explain: explainOverrideFailure,
    ...(isContent && { onShow: () => setScreenComplete(true) }),
    isBar: failure === 'bar',
    ...(failure === 'elsewhere' && { announceFailure: (onRetry) => announceFailure(name, onRetry) }),
  });
  registerApplication({
    name,
    app: async () => application.lifecycles,
    activeWhen: () => isActive(resolveRoute(readScreenAddress()).route),
  });
}

/** @returns takes it back */
function announceFailure(region: string, onRetry: () => Promise<void>): () => Promise<void> {
  const set = (retry?: () => Promise<void>) =>
    store.set(failedRegionsAtom, { ...store.get(failedRegionsAtom), [region]: retry });
  set(onRetry);
  return async () => set();
}

import { mountableOf } from '@portico/module-kit/mounting';
import { isSignedInAtom, readPage, report, store, type TextKey, translations } from '@portico/shared';
import { mountRootParcel, registerApplication } from 'single-spa';
import { HostedApplication } from '../module-host/hosted-application';
import { createPortalApi } from '../module-host/portal-api';
import { showFailure } from '../module-host/show-failure';
import { type ScreenRoute, settledRouteAt } from '../routing/current-route';
import type { Screen } from '../routing/routes';

interface ParcelApplication {
  readonly parcel: string;
  /** What the failure panel calls it. */
  readonly title: TextKey;
  readonly container: RegionId;
  readonly isActive: (route: ScreenRoute) => boolean;
}

/** The regions of the page that applications get their places in. */
type RegionId = 'portico-topbar' | 'portico-content' | 'portico-overlay';

const isScreen = (screen: Screen) => (route: ScreenRoute) => route.kind === 'screen' && route.screen === screen;

/** The applications that the shell itself is made of: the top bar and the parcel of every screen. */
const parcelApplications: Record<string, ParcelApplication> = {
  topbar: {
    parcel: '@portico/topbar',
    title: 'topbar.title',
    container: 'portico-topbar',
    isActive: (route) => route.layout === 'shell' && !isScreen('restoring')(route),
  },
  overlay: {
    parcel: '@portico/overlay',
    title: 'overlay.title',
    container: 'portico-overlay',
    // A module on a public page has messages, too.
    isActive: (route) => store.get(isSignedInAtom) || route.kind === 'module',
  },
  signin: { parcel: '@portico/auth', title: 'login', container: 'portico-content', isActive: isScreen('signin') },
  recover: {
    parcel: '@portico/auth',
    title: 'recover.title',
    container: 'portico-content',
    isActive: isScreen('recover'),
  },
  home: { parcel: '@portico/home', title: 'home.title', container: 'portico-content', isActive: isScreen('home') },
  'not-found': {
    parcel: '@portico/home',
    title: 'not_found.title',
    container: 'portico-content',
    isActive: isScreen('not-found'),
  },
  profile: {
    parcel: '@portico/profile',
    title: 'profile',
    container: 'portico-content',
    isActive: isScreen('profile'),
  },
};

/** Registers them with single-spa, once, at start. */
export function registerParcelApplications(containers: Record<RegionId, HTMLElement>): void {
  const timeout = readPage().configuration.moduleTimeout;
  for (const [key, { parcel, title, container, isActive }] of Object.entries(parcelApplications)) {
    const application = new HostedApplication({
      name: parcel,
      container: containers[container],
      timeout,
      mountableOf: async (exports) => mountableOf(exports),
      createProps: (element, onCrash) => {
        const { portal, release } = createPortalApi((error) => report({ kind: 'reported', source: parcel, error }));
        return {
          props: { key, screen: key, basePath: '/', element, portal, onCrash, mountParcel: mountRootParcel },
          release,
        };
      },
      showFailure: (place, failure, onRetry) =>
        showFailure(place, {
          source: parcel,
          name: translations.t(title),
          failure,
          timeoutSeconds: timeout / 1000,
          isOfShell: true,
          onRetry,
        }),
      report: (kind, error) => report({ kind, source: parcel, error }),
    });
    registerApplication({
      name: key,
      app: async () => application.lifecycles,
      activeWhen: (location) => isActive(settledRouteAt(location).route),
    });
  }
}

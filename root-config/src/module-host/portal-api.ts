import {
  accessToken,
  exchangeAccessToken,
  isSignedInAtom,
  localeAtom,
  navigate,
  type PortalApi,
  sessionAtom,
  store,
  subscribeToPortalEvent,
  themeAtom,
  validateSession,
} from '@portico/shared';

/** The portal as one mounted module sees it; `release` ends its subscriptions. */
export function createPortalApi(report: (error: unknown) => void): { portal: PortalApi; release: () => void } {
  const subscriptions = new Set<() => void>();
  const portal: PortalApi = {
    get user() {
      const { email, name } = store.get(sessionAtom);
      return store.get(isSignedInAtom) ? { email, name } : undefined;
    },
    get locale() {
      return store.get(localeAtom);
    },
    get theme() {
      return store.get(themeAtom);
    },
    token: accessToken,
    subscribe(name, handler) {
      const undo = subscribeToPortalEvent(name, handler);
      const end = () => {
        subscriptions.delete(end);
        undo();
      };
      subscriptions.add(end);
      return end;
    },
    navigate: (path) => navigate(path),
    exchange: exchangeAccessToken,
    validate: validateSession,
    report,
  };
  return {
    portal,
    release: () => {
      for (const end of [...subscriptions]) end();
    },
  };
}

import {
  accessToken,
  exchangeAccessToken,
  isSignedInAtom,
  localeAtom,
  markUnsavedChanges,
  navigate,
  type PortalApi,
  sessionAtom,
  store,
  subscribeToPortalEvent,
  themeAtom,
  toasterPart,
  validateSession,
} from '@portico/shared';

/** The portal as one mounted module sees it; `release` ends its subscriptions and its unsaved changes. */
export function createPortalApi(report: (error: unknown) => void): { portal: PortalApi; release: () => void } {
  const subscriptions = new Set<() => void>();
  let isReleased = false;
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
    setDirty(isDirty) {
      if (typeof isDirty !== 'boolean') report(new TypeError(`setDirty takes true or false, not ${String(isDirty)}.`));
      // What a module says after it was unmounted is about nothing on screen.
      else if (!isReleased) markUnsavedChanges(portal, isDirty);
    },
    toast(toast) {
      toasterPart
        .load()
        .then(({ showModuleToast }) => showModuleToast(toast))
        .catch(report);
    },
    report,
  };
  return {
    portal,
    release: () => {
      isReleased = true;
      markUnsavedChanges(portal, false);
      for (const end of [...subscriptions]) end();
    },
  };
}

import {
  accessToken,
  exchangeAccessToken,
  isSignedInAtom,
  localeAtom,
  markUnsavedChanges,
  navigate,
  type PortalApi,
  pageTitleAtom,
  type SaveChanges,
  sessionAtom,
  showModuleToast,
  store,
  subscribeToPortalEvent,
  themeAtom,
  validateSession,
} from '@portico/shared';
import { getStyleNonce } from './style-nonce';

/** Creates the API of the portal for one mounted module; `release` ends its subscriptions and unsaved changes. */
export function createPortalApi(report: (error: unknown) => void): { portal: PortalApi; release: () => void } {
  const styleNonce = getStyleNonce();
  const subscriptions = new Set<() => void>();
  let isReleased = false;
  const reportFailure = async (save: SaveChanges) => {
    try {
      return await save();
    } catch (error) {
      report(error);
      throw error;
    }
  };
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
    styleNonce,
    token: accessToken,
    subscribe(name, handler) {
      if (isReleased) return () => {};
      const undo = subscribeToPortalEvent(name, handler);
      const end = () => {
        subscriptions.delete(end);
        undo();
      };
      subscriptions.add(end);
      return end;
    },
    navigate(path) {
      if (!isReleased) navigate(path);
    },
    exchange: exchangeAccessToken,
    validate: validateSession,
    setTitle(title) {
      if (typeof title !== 'string') report(new TypeError(`setTitle takes a text, not ${String(title)}.`));
      else if (!isReleased) store.set(pageTitleAtom, title);
    },
    setDirty(isDirty, save) {
      if (typeof isDirty !== 'boolean') report(new TypeError(`setDirty takes true or false, not ${String(isDirty)}.`));
      // After its unmount, a module has nothing on screen that could be unsaved.
      else if (!isReleased) markUnsavedChanges(portal, isDirty, save && (() => reportFailure(save)));
    },
    toast(toast) {
      showModuleToast(toast).catch(report);
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

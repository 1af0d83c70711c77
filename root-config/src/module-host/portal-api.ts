import { guardCalls, noParcel, type PortalApi } from '@portico/contract';
import {
  accessToken,
  findDeclarations,
  getModuleKey,
  isModuleOverridden,
  isSignedInAtom,
  localeAtom,
  type ModulePlace,
  markUnsavedChanges,
  modulePrefix,
  mountModuleParcel,
  navigate,
  pageTitleAtom,
  type SaveChanges,
  sessionAtom,
  showModuleToast,
  store,
  themeAtom,
} from '@portico/shared';
import {
  exchangeAccessToken,
  mountPlace,
  publishEvent,
  subscribeToEvent,
  validateSession,
} from '@portico/shared/modules';
import { getStyleNonce } from './style-nonce';

/**
 * Creates the API of the portal for one mounted module or parcel; `release` ends its subscriptions, its unsaved changes
 * and its parcels.
 * @param module the name of the module or package in the import map
 * @param parcels for a parcel: its name, after those of the parcels around it
 */
export function createPortalApi(
  report: (error: unknown) => void,
  module: string,
  parcels?: readonly string[],
): { portal: PortalApi; release: () => void } {
  const styleNonce = getStyleNonce();
  // A package has no key: nothing is declared under its name.
  const key = module.startsWith(modulePrefix) ? getModuleKey(module) : module;
  const ends = new Set<() => unknown>();
  let isReleased = false;
  const saveChanges = async (save: SaveChanges) => {
    try {
      const isSaved: unknown = await save();
      if (typeof isSaved === 'boolean') return isSaved;
      report(new TypeError(`The function that saves resolved to ${String(isSaved)} instead of true or false.`));
      return false;
    } catch (error) {
      report(error);
      throw error;
    }
  };
  const endWithModule = <Mounted extends ModulePlace>(mounted: Mounted): Mounted => {
    const unmount = () => {
      ends.delete(unmount);
      return mounted.unmount();
    };
    ends.add(unmount);
    return { ...mounted, unmount };
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
    subscribe(name, handler, options = {}) {
      if (isReleased) return () => {};
      const undo = subscribeToEvent(name, handler, options, report);
      const end = () => {
        ends.delete(end);
        undo();
      };
      ends.add(end);
      return end;
    },
    publish(name, payload) {
      if (!isReleased) publishEvent(key, name, payload).catch(report);
    },
    navigate(path) {
      if (!isReleased) navigate(path);
    },
    exchange: exchangeAccessToken,
    validate: validateSession,
    setTitle(title) {
      // The title names the page, not a part of it.
      if (!isReleased && !parcels) store.set(pageTitleAtom, title);
    },
    setDirty(isDirty, save) {
      // After its unmount, a module has nothing on screen that could be unsaved.
      if (!isReleased) markUnsavedChanges(portal, isDirty, save && (() => saveChanges(save)));
    },
    toast(toast) {
      showModuleToast(toast).catch(report);
    },
    report,
    mountParcel(name, element, props) {
      return isReleased ? noParcel : endWithModule(mountModuleParcel(name, element, props ?? {}, parcels));
    },
    mountPlace(name, element, props) {
      if (isReleased) return noParcel;
      if (!findDeclarations(key).places?.includes(name) && !isModuleOverridden(key))
        throw new TypeError(`The place "${name}" of "${key}" is not declared in "places" of its package.json.`);
      return endWithModule(mountPlace(`${module}/${name}`, element, props ?? {}, parcels));
    },
  };
  guardCalls(portal, report);
  return {
    portal,
    release: () => {
      isReleased = true;
      markUnsavedChanges(portal, false);
      for (const end of [...ends]) void end();
    },
  };
}

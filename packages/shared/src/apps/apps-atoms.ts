import type { App } from '@portico/contract';
import { atom } from 'jotai';

/** The base of `appsAtom`; written by the session alone. */
export const appListAtom = atom<readonly App[]>([]);
appListAtom.debugLabel = 'appList';

/** The applications of the signed-in user in this tenant. */
export const appsAtom = atom((get) => get(appListAtom));
appsAtom.debugLabel = 'apps';

/** The key of the current application; it follows the address and stays while the address belongs to none. */
export const currentAppKeyAtom = atom<string | undefined>(undefined);
currentAppKeyAtom.debugLabel = 'currentAppKey';

/** The current application; `undefined` until one is opened. */
export const currentAppAtom = atom((get) => {
  const key = get(currentAppKeyAtom);
  return get(appListAtom).find((app) => app.module === key);
});
currentAppAtom.debugLabel = 'currentApp';

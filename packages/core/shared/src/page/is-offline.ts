import { atom } from 'jotai';
import { store } from '../store';
import { listen } from './browser-events';

/** Whether the browser has no network. */
export const isOfflineAtom = atom(isOffline());
isOfflineAtom.debugLabel = 'isOffline';

listen(window, ['online', 'offline'], () => store.set(isOfflineAtom, isOffline()));

function isOffline(): boolean {
  // The build, which renders screens, has no navigator.
  return globalThis.navigator?.onLine === false;
}

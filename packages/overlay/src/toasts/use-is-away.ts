import { useSyncExternalStore } from 'react';
import { listen } from './listen';

/** Whether the user is in another window or tab. */
export function useIsAway(): boolean {
  return useSyncExternalStore(subscribe, isAway);
}

function isAway(): boolean {
  return document.hidden || !document.hasFocus();
}

function subscribe(onChange: () => void): () => void {
  return listen(window, ['blur', 'focus', 'visibilitychange'], onChange);
}

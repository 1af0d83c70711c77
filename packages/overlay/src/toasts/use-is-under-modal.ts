import { useSyncExternalStore } from 'react';
import { listen } from './listen';

/** Whether a modal dialog is open: everything outside of it is inert, the toasts too, wherever they are drawn. */
export function useIsUnderModal(): boolean {
  return useSyncExternalStore(subscribe, isUnderModal);
}

function isUnderModal(): boolean {
  return document.querySelector('dialog:modal') !== null;
}

function subscribe(onChange: () => void): () => void {
  // A dialog tells that it opens and closes; one that is taken out of the document does not, so the next move has to.
  return listen(document, ['toggle', 'close', 'focusin', 'pointerdown'], onChange);
}

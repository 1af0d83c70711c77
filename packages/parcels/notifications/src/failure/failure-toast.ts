import { i18n, isApiFailure, isOfflineAtom, isSignedInAtom, showToast, store, type TextKey } from '@portico/shared';
import { useEffect, useRef } from 'react';

/** Shows an error toast with the API's message, or with a text of ours. A repeated failure replaces its toast. */
export function showFailureToast(error: unknown, fallback: TextKey): void {
  // It failed because the user has signed out.
  if (!store.get(isSignedInAtom)) return;
  const message = isApiFailure(error) ? error.message : '';
  showToast({ type: 'error', text: message || i18n.t(fallback), key: `notifications-failure:${fallback}` });
}

/**
 * Shows a toast when an error appears; the next one only after everything was well again. None while the browser is
 * offline, which the shell says by itself.
 * @param isWell whether nothing fails any more; an error ends already when the next try begins
 */
export function useErrorToast(error: unknown, isWell: boolean): void {
  const isTold = useRef(false);
  useEffect(() => {
    if (isWell) isTold.current = false;
    if (!error || isTold.current || store.get(isOfflineAtom)) return;
    isTold.current = true;
    showFailureToast(error, 'unexpected_error');
  }, [error, isWell]);
}

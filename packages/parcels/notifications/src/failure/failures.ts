import {
  i18n,
  isApiFailure,
  isOfflineAtom,
  isSignedInAtom,
  report,
  showToast,
  store,
  type TextKey,
} from '@portico/shared';
import { useEffect, useRef } from 'react';

/** Reports an error to the operator; the user is not told. */
export function reportFailure(message: string, error: unknown): void {
  report({ kind: 'reported', source: '@portico/notifications', message, error });
}

/** Shows an error toast with the API's message, or with the fallback. A repeated failure replaces its toast. */
export function showFailureToast(error: unknown, fallback: TextKey): void {
  // It failed because the user has signed out.
  if (!store.get(isSignedInAtom)) return;
  const message = isApiFailure(error) ? error.message : '';
  showToast({ type: 'error', text: message || i18n.t(fallback), key: `notifications-failure:${fallback}` });
}

/** Shows a toast for an error, and the next one only after `isWell`. Offline, the shell shows that instead. */
export function useErrorToast(error: unknown, isWell: boolean): void {
  const isShown = useRef(false);
  useEffect(() => {
    if (isWell) isShown.current = false;
    if (!error || isShown.current || store.get(isOfflineAtom)) return;
    isShown.current = true;
    showFailureToast(error, 'unexpected_error');
  }, [error, isWell]);
}

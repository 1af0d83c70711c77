import { isApiFailure, showToast, type TextKey, translations } from '@portico/shared';
import { useEffect } from 'react';

/** Shows an error toast with the API's message, or with a text of ours. A repeated failure replaces its toast. */
export function showFailureToast(error: unknown, fallback: TextKey): void {
  const message = isApiFailure(error) ? error.message : '';
  showToast({ type: 'error', text: message || translations.t(fallback), key: `notifications-failure:${fallback}` });
}

/** Shows a toast when an error appears; the next one only after the error has ended. */
export function useErrorToast(error: unknown): void {
  const hasFailed = Boolean(error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure right after another shows no toast.
  useEffect(() => {
    if (hasFailed) showFailureToast(error, 'unexpected_error');
  }, [hasFailed]);
}

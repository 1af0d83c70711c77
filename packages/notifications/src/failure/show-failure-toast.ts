import { isApiFailure, showToast, type TextKey, translations } from '@portico/shared';

/** An error toast with what the API says, or with a text of ours (specification, section 8). The same one never piles up. */
export function showFailureToast(error: unknown, fallback: TextKey): void {
  const message = isApiFailure(error) ? error.message : '';
  showToast({ type: 'error', text: message || translations.t(fallback), key: `notifications-failure:${fallback}` });
}

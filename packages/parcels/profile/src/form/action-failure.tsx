import { explainFailure, type TextKey, useTranslation } from '@portico/shared';
import { FailureNotice } from '@portico/ui';

/** Shows why an action failed: the API's message, or the fallback. Draws nothing without an error. */
export function ActionFailure({ error, fallback }: { readonly error: unknown; readonly fallback: TextKey }) {
  const { t } = useTranslation();
  if (!error) return null;
  const { key, message } = explainFailure(error, fallback);
  return <FailureNotice text={message || t(key)} />;
}

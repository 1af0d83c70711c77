import { explainFailure, type TextKey, useTranslation } from '@portico/shared';
import { FailureNotice } from '@portico/ui';

interface ActionFailureProps {
  /** The error of the action; without it, nothing is drawn. */
  readonly error: unknown;
  /** The text when the API gave no reason. */
  readonly fallback: TextKey;
}

/** Shows why an action failed: the API's message, or the fallback. */
export function ActionFailure({ error, fallback }: ActionFailureProps) {
  const { t } = useTranslation();
  if (!error) return null;
  const { key, message } = explainFailure(error, fallback);
  return <FailureNotice text={message || t(key)} />;
}

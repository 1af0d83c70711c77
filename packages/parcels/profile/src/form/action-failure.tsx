import { explainFailure, type TextKey, useTranslation } from '@portico/shared';
import { FailureNotice } from '@portico/ui';

interface ActionFailureProps {
  /** What the action threw; without it, nothing is drawn. */
  readonly error: unknown;
  /** The text when the API gave no reason. */
  readonly fallback: TextKey;
}

/** Says why an action failed, by the API's message if there is one. */
export function ActionFailure({ error, fallback }: ActionFailureProps) {
  const { t } = useTranslation();
  if (!error) return null;
  const { key, message } = explainFailure(error, fallback);
  return <FailureNotice text={message || t(key)} />;
}

import { signInFailureOf, type TextKey, useTranslation } from '@portico/shared';
import { FailureNotice } from '@portico/ui';

interface ActionFailureProps {
  /** What the action threw; nothing is drawn without it. */
  readonly error: unknown;
  /** What to say when the API gave no reason. */
  readonly fallback: TextKey;
}

/** Why something that the user wanted did not happen, in the words of the API where it has some. */
export function ActionFailure({ error, fallback }: ActionFailureProps) {
  const { t } = useTranslation();
  if (!error) return null;
  const { key, message } = signInFailureOf(error, fallback);
  return <FailureNotice text={message || t(key)} />;
}

import { useId, useState } from 'react';
import { isApiFailure } from '../api/api-failure';
import { type TextKey, useTranslation } from '../texts/i18n';
import { useSecondsUntil } from './use-seconds-until';

/**
 * Why an action failed, and how long the next attempt has to wait.
 * @param fallback what to say when the API gives no reason
 * @param first a failure to start with
 */
export function useFailure(fallback: TextKey, first?: FormFailure) {
  const { t } = useTranslation();
  const id = useId();
  const [failure, setFailure] = useState(() => first && startWait(first));
  const secondsLeft = useSecondsUntil(failure?.waitsUntil ?? 0);
  const wait = {
    secondsLeft,
    text: t('signin.wait', { seconds: secondsLeft }),
    overText: t('signin.wait_over'),
  };
  return {
    /** For `FailureNotice`. */
    notice: failure && {
      id,
      text: failure.message || t(failure.key),
      wait: failure.waitSeconds > 0 ? wait : undefined,
    },
    /** For the button of the action. */
    button: secondsLeft > 0 ? { isOnHold: true, 'aria-describedby': id } : { isOnHold: false },
    show(error: unknown) {
      setFailure(startWait(explainFailure(error, fallback)));
    },
    clear: () => setFailure(undefined),
  };
}

const startWait = (failure: FormFailure) => ({ ...failure, waitsUntil: Date.now() + failure.waitSeconds * 1000 });

/** What to say about something that the user asked for and that did not succeed. */
export interface FormFailure {
  readonly key: TextKey;
  /** What the API says, to show in place of the text; may be empty. */
  readonly message: string;
  /** How long to wait after too many attempts, or while the server has too much work, in seconds; otherwise 0. */
  readonly waitSeconds: number;
}

/** @param fallback what to say when the API refused without a message */
export function explainFailure(error: unknown, fallback: TextKey): FormFailure {
  const failure = { key: fallback, message: '', waitSeconds: 0 };
  if (!isApiFailure(error)) return failure;
  const { code, message, retryAfter = 0, status } = error;
  if (code === 'unreachable') return { ...failure, key: 'signin.unreachable' };
  const waitSeconds = Math.ceil(retryAfter);
  if (status === 429 && waitSeconds > 0) return { ...failure, key: 'signin.too_many_tries', waitSeconds };
  return { ...failure, message, waitSeconds };
}

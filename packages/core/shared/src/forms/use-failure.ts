import { useCallback, useId, useState, useSyncExternalStore } from 'react';
import { isApiFailure } from '../api/api-failure';
import { type TextKey, useTranslation } from '../texts/i18n';

/**
 * The failure of an action, and the wait before the next attempt.
 * @param fallback the text when the API gives no reason
 * @param first the failure to start with
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

/** The explanation of a failed action for the user. */
export interface FormFailure {
  readonly key: TextKey;
  /** The message of the API, which replaces the text; may be empty. */
  readonly message: string;
  /** The wait after too many attempts, or while the server is overloaded, in seconds; otherwise 0. */
  readonly waitSeconds: number;
}

/** Explains an error to the user, by `fallback` when the API refused without a message. */
export function explainFailure(error: unknown, fallback: TextKey): FormFailure {
  const failure = { key: fallback, message: '', waitSeconds: 0 };
  if (!isApiFailure(error)) return failure;
  const { code, message, retryAfter = 0, status } = error;
  if (code === 'unreachable') return { ...failure, key: 'signin.unreachable' };
  const waitSeconds = Math.ceil(retryAfter);
  if (status === 429 && waitSeconds > 0) return { ...failure, key: 'signin.too_many_tries', waitSeconds };
  return { ...failure, message, waitSeconds };
}

/** Returns the seconds left until a time (in milliseconds), at least 0. Reads the clock, because a tab may sleep. */
export function useSecondsUntil(time: number): number {
  const getSecondsLeft = () => Math.max(0, Math.ceil((time - Date.now()) / 1000));
  const subscribe = useCallback(
    (onTick: () => void) => {
      const timer = setInterval(() => {
        onTick();
        if (Date.now() >= time) clearInterval(timer);
      }, 250);
      return () => clearInterval(timer);
    },
    [time],
  );
  return useSyncExternalStore(subscribe, getSecondsLeft, getSecondsLeft);
}

import { formatWait } from '@portico/contract';
import { useCallback, useId, useState } from 'react';
import { isApiFailure } from '../api/api-failure';
import { type TextKey, useTranslation } from '../texts/i18n';
import { useSecondsUntil } from './use-seconds-until';

/**
 * The state of an action that calls the API: whether it runs, its failure, and the wait before the next attempt.
 * @param fallback the text when the API gives no reason
 * @param first the failure to start with
 */
export function useAction(fallback: TextKey, first?: FormFailure) {
  const { t } = useTranslation();
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState(() => first && startWait(first));
  const secondsLeft = useSecondsUntil(failure?.waitsUntil ?? 0);
  const wait = {
    secondsLeft,
    text: t('signin.wait', { time: formatWait(secondsLeft) }),
    overText: t('signin.wait_over'),
  };
  const clear = useCallback(() => setFailure(undefined), []);
  const show = useCallback((error: unknown) => setFailure(startWait(explainFailure(error, fallback))), [fallback]);
  /** Runs the action, and shows its failure. */
  const run = useCallback(
    async (action: () => Promise<unknown>) => {
      clear();
      setBusy(true);
      try {
        await action();
      } catch (error) {
        show(error);
      } finally {
        setBusy(false);
      }
    },
    [clear, show],
  );
  return {
    /** For `FailureNotice`. */
    notice: failure && {
      id,
      text: failure.message || t(failure.key),
      wait: failure.waitSeconds > 0 ? wait : undefined,
    },
    /** For the button of the action. */
    button: { isBusy, isOnHold: secondsLeft > 0, 'aria-describedby': secondsLeft > 0 ? id : undefined },
    run,
    show,
    clear,
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

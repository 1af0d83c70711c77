// A separate entry, bundled into each late file with a mailed code. Import no state of the package here: it would be a
// second copy.
import { type RefObject, useState, useTransition } from 'react';
import type { useFailure } from './use-failure';

/** Delay before the next code, in milliseconds. */
const delay = 60_000;

interface ResendOptions {
  readonly sendCode: () => Promise<unknown>;
  /** Removes what the form says of the last code. */
  readonly onSent: () => void;
  readonly failure: ReturnType<typeof useFailure>;
  /** The field of the code. It is emptied, and takes the focus of the button, which disappears. */
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The state of a button that sends another code, some time after the last one. */
export function useResend({ sendCode, onSent, failure, field }: ResendOptions) {
  const [resendAt, setResendAt] = useState(() => Date.now() + delay);
  const [isBusy, startResending] = useTransition();
  const [isResent, setResent] = useState(false);
  const onClick = () => {
    setResent(false);
    failure.clear();
    startResending(async () => {
      try {
        await sendCode();
        setResendAt(Date.now() + delay);
        setResent(true);
        onSent();
        if (!field.current) return;
        field.current.value = '';
        field.current.focus();
      } catch (error) {
        failure.show(error);
      }
    });
  };
  return { resendAt, isResent, button: { ...failure.button, isBusy, onClick } };
}

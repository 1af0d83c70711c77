import type { SignInFailure } from '@portico/shared';
import { useSecondsUntil } from '@portico/ui';
import { useState } from 'react';

export interface FormFailure {
  readonly failure: SignInFailure | undefined;
  /** Until the form may be sent again. */
  readonly secondsLeft: number;
}

/** What went wrong with a form as a whole, and how long the next try has to wait. */
export function useFormFailure(): FormFailure & { show: (failure: SignInFailure | undefined) => void } {
  const [failure, setFailure] = useState<SignInFailure>();
  const [waitsUntil, setWaitsUntil] = useState(0);
  const secondsLeft = useSecondsUntil(waitsUntil);
  const show = (next: SignInFailure | undefined) => {
    setFailure(next);
    setWaitsUntil(next ? Date.now() + next.seconds * 1000 : 0);
  };
  return { failure, secondsLeft, show };
}

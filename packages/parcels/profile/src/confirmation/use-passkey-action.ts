import { type TextKey, useAction } from '@portico/shared';
import { findPasskeyProblem, type PasskeyProblem } from '@portico/ui/passkeys';
import { useState } from 'react';

/** The state of an action that needs a passkey of the browser. `problem` says why the browser gave none. */
export function usePasskeyAction(fallback: TextKey) {
  const action = useAction(fallback);
  const [problem, setProblem] = useState<PasskeyProblem>();

  const run = (ask: () => Promise<void>) => {
    setProblem(undefined);
    return action.run(() =>
      ask().catch((error: unknown) => {
        const found = findPasskeyProblem(error);
        if (!found) throw error;
        setProblem(found);
      }),
    );
  };
  const clear = () => {
    setProblem(undefined);
    action.clear();
  };
  return { ...action, problem, run, clear };
}

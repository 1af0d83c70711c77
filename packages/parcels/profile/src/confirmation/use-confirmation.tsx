import { isApiFailure } from '@portico/shared';
import { type ReactNode, useState } from 'react';
import { ProofDialog } from './proof-dialog';

interface Confirmation {
  /** Runs an action, and again after a proof if the server wants one. Throws the refusal if the user gives none. */
  readonly run: <Result>(action: () => Promise<Result>) => Promise<Result>;
  /** The dialog while it asks; to be drawn. */
  readonly dialog: ReactNode;
}

/** Runs actions that need a proof of who the user is, such as those that change how they sign in. */
export function useConfirmation(): Confirmation {
  const [end, setEnd] = useState<(isConfirmed: boolean) => void>();

  const ask = () =>
    new Promise<boolean>((resolve) =>
      setEnd(() => (isConfirmed: boolean) => {
        setEnd(undefined);
        resolve(isConfirmed);
      }),
    );

  return {
    async run(action) {
      try {
        return await action();
      } catch (error) {
        if (!isApiFailure(error) || error.code !== 'confirmation-needed' || !(await ask())) throw error;
        return action();
      }
    },
    dialog: end && <ProofDialog onEnd={end} />,
  };
}

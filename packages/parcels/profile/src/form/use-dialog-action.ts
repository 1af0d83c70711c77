import { useState } from 'react';

/**
 * Runs the action of a dialog, which closes after a success and shows a failure. It cannot close while the action runs.
 */
export function useDialogAction(action: () => Promise<void>, onClose: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  return {
    isBusy,
    failure,
    async run() {
      setFailure(undefined);
      setBusy(true);
      try {
        await action();
        onClose();
      } catch (error) {
        setFailure(error);
        setBusy(false);
      }
    },
    close() {
      if (!isBusy) onClose();
    },
  };
}

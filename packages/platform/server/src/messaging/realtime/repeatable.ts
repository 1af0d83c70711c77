/** Runs work one at a time. A request during a run causes one more run afterwards. */
export function createRepeatable(work: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;

  async function runAll(): Promise<void> {
    do {
      isAskedAgain = false;
      await work().catch(onError);
    } while (isAskedAgain);
    running = undefined;
  }

  return {
    run: () => {
      if (running === undefined) running = runAll();
      else isAskedAgain = true;
    },
    /** Waits for the current run and a requested one. */
    settled: async () => running,
  };
}

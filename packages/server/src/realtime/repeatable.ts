/** Work of which one run is under way at most: asked for meanwhile, it runs once more afterwards. */
export interface Repeatable {
  run(): void;
  /** Waits for what is under way or asked for. */
  settled(): Promise<void>;
}

export function createRepeatable(work: () => Promise<void>, onError: (error: unknown) => void): Repeatable {
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
    settled: async () => running,
  };
}

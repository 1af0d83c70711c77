/** Work that goes on after its call was answered; closing the server waits for it. */
export interface BackgroundTasks {
  run(task: () => Promise<void>): void;
  settled(): Promise<void>;
}

export function createBackgroundTasks(onError: (error: unknown) => void): BackgroundTasks {
  const running = new Set<Promise<void>>();
  return {
    run(task) {
      const done = task()
        .catch(onError)
        .finally(() => running.delete(done));
      running.add(done);
    },
    async settled() {
      await Promise.all(running);
    },
  };
}

/** Work that continues after the response. Closing the server waits for it. */
export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;

export function createBackgroundTasks(onError: (error: unknown) => void) {
  const running = new Set<Promise<void>>();
  return {
    run(task: () => Promise<void>): void {
      const done = task()
        .catch(onError)
        .finally(() => running.delete(done));
      running.add(done);
    },
    async settled(): Promise<void> {
      await Promise.all(running);
    },
  };
}

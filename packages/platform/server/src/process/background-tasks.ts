import { setTimeout as wait } from 'node:timers/promises';

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

/** Whether work settles within a timeout in milliseconds. Late work continues. */
export function settlesWithin(work: Promise<unknown>, timeout: number): Promise<boolean> {
  const settled = new AbortController();
  const late = wait(timeout, false, { signal: settled.signal });
  return Promise.race([work.then(() => true), late]).finally(() => settled.abort());
}

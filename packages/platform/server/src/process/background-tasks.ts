/** Work that continues after the response, or that no call asks for. Closing the server waits for it. */
export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;

export function createBackgroundTasks(onError: (error: unknown) => void) {
  const running = new Set<Promise<void>>();
  const timers: NodeJS.Timeout[] = [];

  function run(task: () => Promise<void>): void {
    const done = task()
      .catch(onError)
      .finally(() => running.delete(done));
    running.add(done);
  }

  return {
    run,
    /** Runs a task again and again, at an interval in milliseconds, until `close`. */
    repeat(interval: number, task: () => Promise<void>): void {
      timers.push(setInterval(() => run(task), interval).unref());
    },
    /** Waits for the running tasks, and for those that they start. */
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Whether work settles within a timeout in milliseconds. Late work continues. */
export function settlesWithin(work: Promise<unknown>, timeout: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeout, false);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}

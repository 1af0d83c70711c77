const lockName = 'portico:auth:refresh';
// A tab that holds the lock longer is frozen, or has a slow network. The server accepts two refreshes at a time.
const lockTimeout = 5_000;

/**
 * Runs `work` while no other tab of this browser runs its own, and tells it whether it had to wait. After `timeout`
 * milliseconds (5 s by default) it takes the lock away from a tab that does not release it. Browsers without locks (no
 * secure context) rely on the server, which accepts a repeated refresh.
 */
export async function withRefreshLock<T>(work: (hasWaited: boolean) => Promise<T>, timeout = lockTimeout): Promise<T> {
  if (!navigator.locks) return work(false);
  // Apart from the lock: when another tab takes the lock away, the work that has begun still counts.
  let running: Promise<T> | undefined;
  const run = (hasWaited: boolean) => {
    running = work(hasWaited);
    return running;
  };
  const attempts: [LockOptions, boolean][] = [
    [{ ifAvailable: true }, false],
    [{ signal: AbortSignal.timeout(timeout) }, true],
    [{ steal: true }, true],
  ];
  for (const [options, hasWaited] of attempts) {
    // A rejection means that there was no lock this way, or that the work failed; `running` tells which.
    await navigator.locks.request(lockName, options, (lock) => lock && run(hasWaited)).catch(() => undefined);
    if (running) return running;
  }
  return work(true);
}

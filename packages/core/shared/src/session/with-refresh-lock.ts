const lockName = 'portico:auth:refresh';
// A tab that holds the lock longer is frozen, or has a slow network. The server accepts two refreshes at a time.
const lockTimeout = 5_000;

/**
 * Runs `work` under a lock of this browser, and passes whether it had to wait. After `timeout` milliseconds (5 s by
 * default) it steals the lock from a tab that does not release it. Browsers without locks (no secure context) rely on the
 * server, which accepts a repeated refresh.
 */
export async function withRefreshLock<T>(work: (hasWaited: boolean) => Promise<T>, timeout = lockTimeout): Promise<T> {
  if (!navigator.locks) return work(false);
  // Kept apart from the lock: when another tab steals the lock, running work still counts.
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
    // A rejection means that the request got no lock, or that the work failed: `running` shows which.
    await navigator.locks.request(lockName, options, (lock) => lock && run(hasWaited)).catch(() => undefined);
    if (running) return running;
  }
  return work(true);
}

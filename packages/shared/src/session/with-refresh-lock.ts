const lockName = 'portico:auth:refresh';
// A refresh and a sign-out end within 4 s, so a longer holder is frozen, or signs in over a slow network.
const patience = 5_000;

/**
 * Runs `work` while no other tab of this browser runs its own, and tells it whether it had to wait for one. A tab that
 * holds the lock and never lets go is overruled after 5 s. Where there are no locks (no secure context), the server's
 * tolerance of a replay has to do.
 */
export async function withRefreshLock<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  if (!navigator.locks) return work(false);
  // Kept apart from the lock: when another tab overrules this one, the work that is under way still counts.
  let running: Promise<T> | undefined;
  const run = (hasWaited: boolean) => {
    running = work(hasWaited);
    return running;
  };
  const ways: [LockOptions, boolean][] = [
    [{ ifAvailable: true }, false],
    [{ signal: AbortSignal.timeout(patience) }, true],
    [{ steal: true }, true],
  ];
  for (const [options, hasWaited] of ways) {
    // Either the work has begun and speaks for itself, or the lock was not to be had this way.
    await navigator.locks.request(lockName, options, (lock) => lock && run(hasWaited)).catch(() => undefined);
    if (running) return running;
  }
  return work(true);
}

const lockName = 'portico:auth:refresh';
// A refresh takes at most its own time limit; a holder that is longer at it is frozen.
const patience = 4_000;

/**
 * Runs `work` while no other tab of this browser runs its own. A tab that holds the lock and never lets go is overruled
 * after 4 s. Where there are no locks (no secure context), the server's tolerance of a replay has to do.
 */
export async function withRefreshLock<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  // Kept apart from the lock: when another tab overrules this one, the work that is under way still counts.
  let running: Promise<T> | undefined;
  const run = () => {
    running = work();
    return running;
  };
  try {
    return await navigator.locks.request(lockName, { signal: AbortSignal.timeout(patience) }, run);
  } catch (error) {
    if (running) return running;
    if (!(error instanceof DOMException)) throw error;
  }
  try {
    return await navigator.locks.request(lockName, { steal: true }, run);
  } catch (error) {
    if (running) return running;
    throw error;
  }
}

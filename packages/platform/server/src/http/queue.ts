import pLimit from 'p-limit';
import { BusyError } from './api-error';

/**
 * Runs heavy work, a few calls at once, in the order of their arrival.
 * @param limits how many calls may run, and how many may wait
 */
export function createQueue({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
  const limit = pLimit(concurrency);
  let refused = 0;

  function requireRoom(): void {
    if (limit.activeCount + limit.pendingCount < concurrency + maxWaiting) return;
    refused++;
    throw new BusyError();
  }

  return {
    /** @throws BusyError while too many calls wait */
    requireRoom,
    /** @throws BusyError while too many calls wait */
    run: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      requireRoom();
      return limit(work);
    },
    /** Runs work that has to be done, however many calls wait. */
    runLater: <Result>(work: () => Promise<Result>): Promise<Result> => limit(work),
    getLoad: () => ({ running: limit.activeCount, waiting: limit.pendingCount, refused }),
  };
}

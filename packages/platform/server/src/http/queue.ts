import pLimit from 'p-limit';
import { BusyError } from './api-error';

/** Creates a queue for heavy work, first in, first out, which limits the running and the waiting calls. */
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
    /** Queues work without limit, because it may not be refused. */
    runLater: <Result>(work: () => Promise<Result>): Promise<Result> => limit(work),
    getLoad: () => ({ running: limit.activeCount, waiting: limit.pendingCount, refused }),
  };
}

import pLimit from 'p-limit';
import { ApiError } from './api-error';

/**
 * Runs heavy work, a few calls at once, in the order of their arrival.
 * @param limits how many calls may run, and how many may wait
 */
export function createQueue({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
  const limit = pLimit(concurrency);
  return {
    /** @throws ApiError 503 while too many calls wait */
    run: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (limit.activeCount + limit.pendingCount >= concurrency + maxWaiting) throw new ApiError(503, 'busy');
      return limit(work);
    },
  };
}

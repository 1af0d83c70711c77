import pLimit from 'p-limit';
import { ApiError, BusyError } from './api-error';

interface QueueLimits {
  readonly concurrency: number;
  readonly maxWaiting: number;
}

/** Creates a queue for heavy work, first in, first out, which limits the running and the waiting calls. */
export function createQueue({ concurrency, maxWaiting }: QueueLimits) {
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

/** The caller of work in a fair queue. */
export interface Caller {
  /** The account or the token. */
  readonly id: string;
  /** Aborted when the connection of the caller closes. */
  readonly signal: AbortSignal;
}

/**
 * Creates a queue in which each caller has few places, however many calls it makes: its further calls wait for its own.
 * The work of a caller that has left does not start, and its result is dropped.
 * @param places of each caller
 */
export function createFairQueue(limits: QueueLimits, places: QueueLimits) {
  const shared = createQueue(limits);
  const callers = new Map<string, ReturnType<typeof createQueue>>();

  /** @throws BusyError while too many calls wait; ApiError 400 when the caller has left */
  return async <Result>({ id, signal }: Caller, work: () => Promise<Result>): Promise<Result> => {
    const own = callers.get(id) ?? createQueue(places);
    callers.set(id, own);
    try {
      return await own.run(async () => {
        requireConnected(signal);
        return shared.run(async () => {
          requireConnected(signal);
          const result = await work();
          requireConnected(signal);
          return result;
        });
      });
    } finally {
      const { running, waiting } = own.getLoad();
      if (running + waiting === 0) callers.delete(id);
    }
  };
}

function requireConnected(signal: AbortSignal): void {
  if (signal.aborted) throw new ApiError(400, 'invalid-request', { cause: signal.reason });
}

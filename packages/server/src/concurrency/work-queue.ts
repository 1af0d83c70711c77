import { ApiError } from '../errors/api-error';

export interface WorkQueueLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

/** Does pieces of heavy work, few at a time, in the order they came. */
export interface WorkQueue {
  /** @throws ApiError 503 while too many wait already */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createWorkQueue(limits: WorkQueueLimits): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    run: async (work) => {
      if (running < limits.atOnce) running += 1;
      else {
        if (waiting.length >= limits.waiting) throw new ApiError(503, 'busy');
        await new Promise<void>((start) => waiting.push(start));
      }
      try {
        return await work();
      } finally {
        // The place goes to the next one, if there is one.
        const start = waiting.shift();
        if (start) start();
        else running -= 1;
      }
    },
  };
}

import { createWorkQueue } from '../concurrency/work-queue';

const filesAtOnce = 6;
/** For all of them together, in milliseconds. */
const callTimeout = 60_000;

/**
 * Fetches what one call names, a few at a time and in 60 seconds in all; the first failure is the call's, and stops the
 * others.
 * @param fetchOne gives up when the signal says so
 */
export async function fetchTogether<Item, Result>(
  items: readonly Item[],
  fetchOne: (item: Item, signal: AbortSignal) => Promise<Result>,
  timeout = callTimeout,
): Promise<Result[]> {
  const queue = createWorkQueue({ atOnce: filesAtOnce, waiting: Number.POSITIVE_INFINITY });
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeout)]);
  try {
    return await Promise.all(items.map((item) => queue.run(() => fetchOne(item, signal))));
  } catch (error) {
    stop.abort();
    throw error;
  }
}

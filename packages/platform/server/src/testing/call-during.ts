import { setTimeout as sleep } from 'node:timers/promises';

const callers = 20;
/** Between two calls of a caller, in milliseconds: it leaves the processor to the server. */
const pause = 40;

/**
 * Makes calls, one kind after the other and twenty in parallel, while some work lasts.
 * @param least how many calls at least
 * @param calls give the status, or what says more of it
 * @returns how many calls got each status
 */
export async function callDuring(
  work: () => Promise<void>,
  least: number,
  calls: readonly (() => Promise<number | string>)[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let made = 0;
  let isWorking = true;
  const callOn = async () => {
    while (isWorking || made < least) {
      const status = (await calls[made++ % calls.length]?.()) ?? 0;
      counts[status] = (counts[status] ?? 0) + 1;
      await sleep(pause);
    }
  };
  const done = Promise.all(Array.from({ length: callers }, callOn));
  try {
    await work();
  } finally {
    isWorking = false;
  }
  await done;
  return counts;
}

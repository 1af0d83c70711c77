/**
 * Runs a task while timers of these lengths run out immediately, in milliseconds: it does not wait for the next try of a
 * call.
 * @returns the lengths of those that were started, in order
 */
export async function withShortWaits(lengths: readonly number[], task: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  const start = globalThis.setTimeout;
  const startShort = (run: () => void, wait = 0, ...values: unknown[]) => {
    if (!lengths.includes(wait)) return start(run, wait, ...values);
    waits.push(wait);
    return start(run, 0, ...values);
  };
  // No mock of Jest's: Testing Library would take the clock for a false one.
  Object.assign(globalThis, { setTimeout: startShort });
  try {
    await task();
  } finally {
    Object.assign(globalThis, { setTimeout: start });
  }
  return waits;
}

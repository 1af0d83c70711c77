/** Until every tab has heard of a claim, in milliseconds. */
const holdingTime = 2_000;

/**
 * Runs a task unless another tab has claimed the same name a moment ago. Where there are no locks (no secure context),
 * what the tabs tell each other has to do.
 */
export async function claim(name: string, task: () => void): Promise<void> {
  if (!navigator.locks) return task();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    task();
    await new Promise((resolve) => setTimeout(resolve, holdingTime));
  });
}

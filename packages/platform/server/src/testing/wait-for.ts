const limitMilliseconds = 40_000;

/**
 * Waits until there is a value.
 * @throws Error after 40 seconds without one
 */
export async function waitFor<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  const deadline = Date.now() + limitMilliseconds;
  // Short at first; then rarely, because a look is often a call, which takes time from what it waits for.
  for (let pause = 10; Date.now() < deadline; pause = Math.min(2 * pause, 100)) {
    const value = await look();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error('What the test waits for did not come.');
}

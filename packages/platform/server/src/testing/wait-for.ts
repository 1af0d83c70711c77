const limitMilliseconds = 40_000;

/**
 * Waits until there is a value.
 * @throws Error after 40 seconds without one
 */
export async function waitFor<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  const deadline = Date.now() + limitMilliseconds;
  while (Date.now() < deadline) {
    const value = await look();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('What the test waits for did not come.');
}

import { settlesWithin } from '../process/settles-within';

/**
 * Reads a value at most once in `maxAge`, and once at a time. An answer that takes longer than `timeout` is one for
 * later.
 * @returns the value; `undefined` while it cannot be read
 */
export function createSnapshot<Value>(
  read: () => Promise<Value>,
  { maxAge, timeout }: { readonly maxAge: number; readonly timeout: number },
): () => Promise<Value | undefined> {
  let last: { readonly value: Value; readonly at: number } | undefined;
  let reading: Promise<void> | undefined;

  async function readAgain(): Promise<void> {
    try {
      const value = await read();
      last = { value, at: performance.now() };
    } catch {
      last = undefined;
    }
    reading = undefined;
  }

  return async () => {
    if (last === undefined || performance.now() - last.at >= maxAge) {
      reading ??= readAgain();
      const isInTime = await settlesWithin(reading, timeout);
      if (!isInTime) return undefined;
    }
    return last?.value;
  };
}

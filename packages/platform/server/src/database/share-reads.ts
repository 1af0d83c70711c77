import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/**
 * Shares a read among concurrent callers, one read at a time, so that a flood of calls costs few queries. Each caller
 * gets the result of a read that began after its call, so it sees everything that was written before.
 * @param read gets the keys that callers wait for
 * @returns reads the value of a key
 */
export function shareReads<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let current: Promise<unknown> = Promise.resolve();
  let next: { readonly keys: Set<string>; readonly values: Promise<ReadonlyMap<string, Value>> } | undefined;

  function planRead() {
    const keys = new Set<string>();
    const values = current
      // PGlite would execute the query of the first request before this process reads the next request.
      .then(() => yieldToEventLoop())
      .then(() => {
        next = undefined;
        return read([...keys]);
      });
    current = values.catch(() => {});
    return { keys, values };
  }

  return async (key) => {
    next ??= planRead();
    next.keys.add(key);
    return (await next.values).get(key);
  };
}

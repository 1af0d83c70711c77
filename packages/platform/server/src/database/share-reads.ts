import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Executor } from './database';
import { getWriteCount } from './write-count';

/** More keys than this in use at once make reads slower, not wrong. */
const maxCachedKeys = 1000;

interface Read<Value> {
  readonly values: ReadonlyMap<string, Value>;
  /** The writes before it. */
  readonly writes: number | undefined;
}

/**
 * Shares a read among concurrent callers, one read at a time. Each caller gets the result of a read that began after
 * its call, so it sees everything that was written before; or of an earlier one if nothing was written since.
 * @param read gets the keys that callers wait for
 * @param tables that it reads; all by default
 * @returns reads the value of a key
 */
export function shareReads<Value>(
  database: Executor,
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  tables?: readonly string[],
): (key: string) => Promise<Value | undefined> {
  const cached = new LRUCache<string, { readonly value: Value | undefined; readonly writes: number }>({
    max: maxCachedKeys,
  });
  let current: Promise<unknown> = Promise.resolve();
  let next: { readonly keys: Set<string>; readonly done: Promise<Read<Value>> } | undefined;

  function planRead() {
    const keys = new Set<string>();
    const done = current
      // PGlite would execute the query of the first request before this process reads the next request.
      .then(() => yieldToEventLoop())
      .then(async () => {
        next = undefined;
        const writes = getWriteCount(database, tables);
        return { writes, values: await read([...keys]) };
      });
    current = done.catch(() => {});
    return { keys, done };
  }

  return async (key) => {
    const known = cached.get(key);
    if (known !== undefined && known.writes === getWriteCount(database, tables)) return known.value;
    next ??= planRead();
    next.keys.add(key);
    const { values, writes } = await next.done;
    const value = values.get(key);
    if (writes !== undefined) cached.set(key, { value, writes });
    return value;
  };
}

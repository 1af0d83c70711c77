import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { settlesWithin } from '../process/background-tasks';

/** How long a value may be used that cannot be read again, in milliseconds. */
const maxAge = 3_600_000;
/** How long a read may take before the last known values are used, in milliseconds. */
const defaultTimeout = 5_000;
/** More keys than this in use at once are not all known. */
const maxKeys = 1000;

type Read<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/**
 * Reads values, and while the database fails or hangs, uses those of the last hour: pages go on without it. Only the
 * first read waits for it then; the next ones look in the background whether it is back.
 */
export function keepLastKnown<Value>(read: Read<Value>, now = Date.now, timeout = defaultTimeout): Read<Value> {
  const known = new LRUCache<string, { readonly value: Value; readonly at: number }>({ max: maxKeys });
  let isFailing = false;

  async function readAndKeep(keys: readonly string[]): Promise<ReadonlyMap<string, Value>> {
    const values = await read(keys);
    const at = now();
    for (const key of keys) known.delete(key);
    for (const [key, value] of values) known.set(key, { value, at });
    isFailing = false;
    return values;
  }

  function findKnown(keys: readonly string[]): ReadonlyMap<string, Value> | undefined {
    const entries = keys.map((key) => ({ key, entry: known.get(key) }));
    const current = entries.flatMap(({ key, entry }) =>
      entry && entry.at > now() - maxAge ? [[key, entry.value] as const] : [],
    );
    return current.length === keys.length ? new Map(current) : undefined;
  }

  return async (keys) => {
    const lastKnown = findKnown(keys);
    const reading = readAndKeep(keys);
    if (lastKnown === undefined) return reading;
    const useLastKnown = () => {
      isFailing = true;
      return lastKnown;
    };
    const orLastKnown = reading.catch(useLastKnown);
    if (isFailing) return lastKnown;
    return (await settlesWithin(orLastKnown, timeout)) ? orLastKnown : useLastKnown();
  };
}

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

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { settlesWithin } from '../process/background-tasks';

/** Maximum age of a value that replaces a failed read, in milliseconds. */
const maxAge = 3_600_000;
/** Timeout of a read, after which the last known values replace it, in milliseconds. */
const defaultTimeout = 5_000;
/** Maximum number of last known values. */
const maxKeys = 1000;

type Read<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/**
 * Reads values. While the database fails or hangs, it returns those of the last hour, so that pages still work. Only the
 * first read waits for the timeout; later reads use the old value and retry in the background.
 */
export function keepLastKnown<Value extends {}>(
  read: Read<Value>,
  now = Date.now,
  timeout = defaultTimeout,
): Read<Value> {
  const known = new LRUCache<string, Value>({ max: maxKeys, ttl: maxAge, ttlResolution: 0, perf: { now } });
  let isFailing = false;

  async function readAndKeep(keys: readonly string[]): Promise<ReadonlyMap<string, Value>> {
    const values = await read(keys);
    // Without a value, `set` deletes.
    for (const key of keys) known.set(key, values.get(key));
    isFailing = false;
    return values;
  }

  return async (keys) => {
    const lastKnown = new Map<string, Value>();
    for (const key of keys) {
      const value = known.get(key);
      if (value !== undefined) lastKnown.set(key, value);
    }
    const reading = readAndKeep(keys);
    if (lastKnown.size < keys.length) return reading;
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
 * Batches the reads of concurrent callers into one read at a time, so that many calls cost few queries. Each caller's
 * read begins after its call, so it sees all earlier writes.
 * @param read receives the keys that callers wait for
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
      // PGlite would otherwise execute the first request's query before this process reads the next request.
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

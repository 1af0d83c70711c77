import { useCallback, useState, useSyncExternalStore } from 'react';

/** Code or data that loads when it is first needed. */
type Lazy<Value> = ReturnType<typeof createLazy<Value>>;

/** Creates a value that loads late, such as by an `import()`. */
export function createLazy<Value>(load: () => Promise<Value>) {
  const listeners = new Set<() => void>();
  let loading: Promise<Value> | undefined;
  let value: Value | undefined;
  const start = async () => {
    try {
      value = await load();
    } catch (error) {
      loading = undefined;
      throw error;
    }
    for (const onLoad of listeners) onLoad();
    return value;
  };
  return {
    /** The loaded value; `undefined` before. */
    get value(): Value | undefined {
      return value;
    },
    /** Loads it once, or rejects; after a failure, the next call tries again. */
    load(): Promise<Value> {
      loading ??= start();
      return loading;
    },
    /** Calls `onLoad` once the value is loaded; returns a function that ends that. */
    subscribe(onLoad: () => void): () => void {
      listeners.add(onLoad);
      return () => listeners.delete(onLoad);
    },
  };
}

/**
 * Returns the value of a `Lazy` once it is loaded, by any component, and whether loading failed. `load` loads it or tries
 * again, and resolves to whether it succeeded. React's `lazy` would keep a failure forever and delay the screen by 300 ms.
 */
export function useLazy<Value>(lazy: Lazy<Value>) {
  const getValue = () => lazy.value;
  const value = useSyncExternalStore(lazy.subscribe, getValue, getValue);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    const isLoaded = await lazy.load().then(
      () => true,
      () => false,
    );
    setFailed(!isLoaded);
    return isLoaded;
  }, [lazy]);
  return { value, hasFailed, load };
}

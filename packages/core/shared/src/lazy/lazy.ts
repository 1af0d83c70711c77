import { useCallback, useState } from 'react';

/** Code or data that loads when it is first needed. */
interface Lazy<Value> {
  /** What was loaded; `undefined` before. */
  readonly value: Value | undefined;
  /** Loads it once. After a failure, the next call tries again. */
  load(): Promise<Value>;
}

/** @param load fetches the value, such as an `import()` */
export function createLazy<Value>(load: () => Promise<Value>): Lazy<Value> {
  let loading: Promise<Value> | undefined;
  let value: Value | undefined;
  const start = async () => {
    try {
      value = await load();
      return value;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    get value() {
      return value;
    },
    load() {
      loading ??= start();
      return loading;
    },
  };
}

/**
 * The value of a `Lazy`, once it is loaded, and whether loading failed. `load` starts it or tries again, and resolves to
 * whether it succeeded. React's `lazy` would keep a failure forever and hold back the screen for 300 ms.
 */
export function useLazy<Value>(lazy: Lazy<Value>) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const load = useCallback(async () => {
    setState('loading');
    const isLoaded = await lazy.load().then(
      () => true,
      () => false,
    );
    setState(isLoaded ? 'loaded' : 'failed');
    return isLoaded;
  }, [lazy]);
  return { value: lazy.value, hasFailed: state === 'failed', load };
}

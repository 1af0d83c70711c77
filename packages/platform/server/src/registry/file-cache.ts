import { statSync } from 'node:fs';

/** File systems count time in steps. A file that is changed twice within one looks the same. */
const clockStepMilliseconds = 50;

/**
 * Caches what is read from files until one of them changes.
 * @returns reads the files if they have changed. An error is not cached.
 */
export function createFileCache<Value>(files: readonly string[], read: () => Promise<Value>): () => Promise<Value> {
  let cached: { readonly stamp: string; readonly value: Promise<Value> } | undefined;
  let isChecked = false;
  return () => {
    // The requests that arrived together share one look at the files.
    if (cached !== undefined && isChecked) return cached.value;
    isChecked = true;
    setImmediate(() => {
      isChecked = false;
    });
    const { isSettled, stamp } = findStamp(files);
    if (cached?.stamp === stamp) return cached.value;
    const value = read();
    const entry = { stamp, value };
    cached = isSettled ? entry : undefined;
    value.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return value;
  };
}

/** Synchronous, because it takes microseconds, and asynchronous calls wait for the threads that hash passwords. */
function findStamp(files: readonly string[]) {
  const stats = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  const changedAt = Math.max(...stats.map((stat) => stat?.ctimeMs ?? 0));
  return {
    stamp: stats.map((stat) => (stat ? `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size} ${stat.ino}` : 'none')).join(),
    isSettled: Date.now() - changedAt > clockStepMilliseconds,
  };
}

import type { Logger } from 'drizzle-orm/logger';
import type { Executor } from './database';

const counts = new WeakMap<Executor, () => number>();

/** Counts the statements that may write. A logger of Drizzle hears of each one before it is executed. */
export function createWriteCounter(): { readonly logger: Logger; readonly countFor: (executor: Executor) => void } {
  let writes = 0;
  const logger = {
    logQuery: (query: string) => {
      if (!/^\s*select\b/i.test(query)) writes += 1;
    },
  };
  return { logger, countFor: (executor) => void counts.set(executor, () => writes) };
}

/**
 * A number that changes with each write to a database that only this process can write. What was read while it stays
 * the same is still true. `undefined` if others may write.
 */
export function getWriteCount(executor: Executor): number | undefined {
  return counts.get(executor)?.();
}

import type { Logger } from 'drizzle-orm/logger';
import type { Executor } from './database';

type CountWrites = (tables?: readonly string[]) => number;

const counts = new WeakMap<Executor, CountWrites>();

const write = /^\s*(?:insert into|update|delete from)\s+"(\w+)"/i;

/** Counts the statements that may write. A logger of Drizzle hears of each one before it is executed. */
export function createWriteCounter(): { readonly logger: Logger; readonly countFor: (executor: Executor) => void } {
  const writesOfTables = new Map<string, number>();
  /** Those that may write any table. */
  let otherWrites = 0;
  const logger = {
    logQuery: (query: string) => {
      if (/^\s*select\b/i.test(query)) return;
      const table = write.exec(query)?.[1];
      if (table === undefined) otherWrites += 1;
      else writesOfTables.set(table, (writesOfTables.get(table) ?? 0) + 1);
    },
  };
  const countWrites: CountWrites = (tables = [...writesOfTables.keys()]) =>
    tables.reduce((sum, table) => sum + (writesOfTables.get(table) ?? 0), otherWrites);
  return { logger, countFor: (executor) => void counts.set(executor, countWrites) };
}

/**
 * A number that changes with each write to a database that only this process can write. What was read while it stays
 * the same is still true. `undefined` if others may write.
 * @param tables whose writes count; all by default
 */
export function getWriteCount(executor: Executor, tables?: readonly string[]): number | undefined {
  return counts.get(executor)?.(tables);
}

import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './database';

/** Deletes a batch of rows that no other process is changing, by primary key; returns whether there may be more. */
export async function deleteBatch(
  executor: Executor,
  table: PgTable,
  key: readonly PgColumn[],
  where: SQL,
  limit = 1_000,
): Promise<boolean> {
  const columns = Object.fromEntries(key.map((column) => [column.name, column]));
  const batch = executor.select(columns).from(table).where(where).limit(limit).for('update', { skipLocked: true });
  const deleted = await executor
    .delete(table)
    .where(sql`(${sql.join([...key], sql`, `)}) in (${batch})`)
    .returning(columns);
  return deleted.length === limit;
}

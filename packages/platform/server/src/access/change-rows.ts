import { and, eq, getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../database/database';
import { ApiError } from '../http/api-error';

/** Adds a row or removes it. Returns false if another call has done it already. */
export async function changeRow(
  tx: Executor,
  table: PgTable,
  row: Readonly<Record<string, string>>,
  isAdded: boolean,
): Promise<boolean> {
  const columns = Object.entries(getTableColumns(table));
  const matches = and(...columns.map(([name, column]) => eq(column, row[name])));
  const changed = isAdded
    ? await tx.insert(table).values(row).onConflictDoNothing().returning()
    : await tx.delete(table).where(matches).returning();
  return changed.length > 0;
}

/** The most changes by others that one answer names. */
const namedMax = 10;

/** Throws ApiError 409, which undoes the transaction, with what others have changed meanwhile. */
export function requireUnchanged(others: readonly string[]): void {
  if (others.length === 0) return;
  const named = others.slice(0, namedMax).join(', ') + (others.length > namedMax ? ', …' : '');
  throw new ApiError(409, 'access-changed', { values: { others: named } });
}

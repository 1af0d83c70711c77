import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../process/add-milliseconds';
import type { IdentityServices } from '../services';
import { hashToken } from './secret-token';

/** A table of service keys or team tokens. */
type TokenTable = PgTable & Readonly<Record<'id' | 'hash' | 'lastUsedAt', PgColumn>>;

/** Returns whether the token existed. */
export async function deleteToken(executor: Executor, table: TokenTable, id: string): Promise<boolean> {
  const deleted = await executor.delete(table).where(eq(table.id, id)).returning({ id: table.id });
  return deleted.length > 0;
}

/** Finds a token, and stores the time of its use: to the minute, so that not every call writes a row. */
export async function findUsedToken<Table extends TokenTable>(
  { background, database, now }: IdentityServices,
  table: Table,
  token: string,
): Promise<Table['$inferSelect'] | undefined> {
  const [found] = await database
    .select()
    .from(table as PgTable)
    .where(eq(table.hash, hashToken(token)));
  if (found === undefined) return undefined;
  const time = now();
  const isLastUseOld = or(isNull(table.lastUsedAt), lt(table.lastUsedAt, addMilliseconds(time, -60_000)));
  background.run(async () => {
    await database
      .update<PgTable>(table)
      .set({ lastUsedAt: time })
      .where(and(eq(table.id, found.id), isLastUseOld));
  });
  return found;
}

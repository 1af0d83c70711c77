import { hash, randomBytes } from 'node:crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import type { IdentityServices } from '../identity-services';
import type { serviceKeys } from '../identity-tables';

/** Creates a secret of 256 random bits. Its prefix shows the kind of a secret that leaks to a repository or log. */
export function createSecretToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** SHA-256 is enough for random secrets. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** A table of service keys or team tokens. */
type TokenTable = PgTable & Readonly<Record<'id' | 'hash' | 'lastUsedAt', PgColumn>>;

type StoredToken = Pick<typeof serviceKeys.$inferSelect, 'createdAt' | 'id' | 'lastUsedAt' | 'name'>;

/** Returns what the operator's API shows of service keys and of team tokens. */
export function describeToken({ createdAt, id, lastUsedAt, name }: StoredToken) {
  return { id, name, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}

/** Deletes a token. Returns whether it existed. */
export async function deleteToken(executor: Executor, table: TokenTable, id: string): Promise<boolean> {
  const deleted = await executor.delete(table).where(eq(table.id, id)).returning({ id: table.id });
  return deleted.length > 0;
}

/** Finds a token, and stores the time of its use once a minute at most, so that not every call writes a row. */
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

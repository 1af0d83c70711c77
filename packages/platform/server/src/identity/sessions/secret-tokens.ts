import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { ListQuery } from '@portico/contract';
import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { cutPage, sortByTime } from '../../http/list-page';
import { findEmails } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import type { serviceKeys } from '../token-tables';

/** Creates a secret of 256 random bits. Its prefix shows the kind of a secret that leaks to a repository or log. */
export function createSecretToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** SHA-256 is enough for random secrets. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

type StoredToken = Omit<typeof serviceKeys.$inferSelect, 'module'>;

/** A table of service keys, of team tokens, or of the tokens of directories. */
type TokenTable = PgTable &
  Readonly<Record<'id' | 'hash' | 'name' | 'createdAt' | 'lastUsedAt' | 'expiresAt', PgColumn>>;

/** Creates a token and its row. The row has only its hash, so the token can be shown only now. */
export function createToken(
  prefix: string,
  { name, days }: { readonly name: string; readonly days?: number | undefined },
  createdBy: string | null,
  now: Date,
): { readonly token: string; readonly row: StoredToken } {
  const token = createSecretToken(prefix);
  const expiresAt = days === undefined ? null : addMilliseconds(now, days * dayMilliseconds);
  const row = { id: randomUUID(), name, createdAt: now, lastUsedAt: null, createdBy, expiresAt };
  return { token, row: { ...row, hash: hashToken(token) } };
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Returns what the operator's API shows of a token.
 * @param emails those of authors who are users, by their ids
 */
export function describeToken(token: StoredToken, emails: ReadonlyMap<string, string>) {
  const { createdAt, createdBy, expiresAt, id, lastUsedAt, name } = token;
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    created_by: emails.get(createdBy ?? '') ?? createdBy,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

/**
 * Returns a page of a query of tokens, the newest first, with what the operator's API shows of each.
 * @param modules the column that a search also reads
 */
export async function readPageOfTokens<Row extends StoredToken>(
  executor: Executor,
  { modules, table }: { readonly modules: PgColumn; readonly table: TokenTable },
  { after, limit, search }: ListQuery,
  read: (condition: SQL | undefined, sorting: SQL[], limit: number) => Promise<Row[]>,
) {
  const { matchAfter, sorting } = sortByTime(table.createdAt, sql`${table.id}::text`, 'newest first');
  const isFound = (column: PgColumn) => sql`strpos(lower(${column}::text), lower(${search})) > 0`;
  const condition = and(search === '' ? undefined : or(isFound(modules), isFound(table.name)), matchAfter(after));
  const rows = await read(condition, sorting, limit + 1);
  const { items, next } = cutPage(rows, limit, ({ createdAt, id }) => [createdAt, id]);
  const authors = items.map(({ createdBy }) => createdBy);
  const emails = await findEmails(executor, authors);
  return { items: items.map((token) => ({ ...token, shown: describeToken(token, emails) })), next };
}

/** Finds a token, and stores the time of its use once a minute at most, so that not every call writes a row. */
export async function findUsedToken<Table extends TokenTable>(
  { background, database, now }: IdentityServices,
  table: Table,
  token: string | undefined,
): Promise<Table['$inferSelect'] | undefined> {
  if (token === undefined) return undefined;
  const time = now();
  const [found] = await database
    .select()
    .from(table as PgTable)
    .where(and(eq(table.hash, hashToken(token)), or(isNull(table.expiresAt), gt(table.expiresAt, time))));
  if (found === undefined) return undefined;
  const isLastUseOld = or(isNull(table.lastUsedAt), lt(table.lastUsedAt, addMilliseconds(time, -60_000)));
  background.run(async () => {
    await database
      .update<PgTable>(table)
      .set({ lastUsedAt: time })
      .where(and(eq(table.id, found.id), isLastUseOld));
  });
  return found;
}

import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../database/database';
import { ApiError } from '../http/api-error';
import { cutPage, parseCursor } from '../http/list-page';
import { tenantMembers, users } from '../identity/account-tables';
import { matchSearch } from '../identity/accounts/user-repository';

interface PageQuery {
  readonly search: string;
  readonly after: string;
  readonly limit: number;
}

/** The order of members: by name, whatever its case and accents, and by e-mail for equal names. */
const order = [users.foldedName, users.email] as const;

/** Returns a page of a query of users, in the order of members, and the cursor of the next page. */
export async function readPageOfUsers<Row extends { readonly email: string; readonly name: string }>(
  read: (condition: SQL | undefined, sorting: SQL[], limit: number) => Promise<Row[]>,
  { search, after, limit }: PageQuery,
): Promise<{ items: Row[]; next: string | null }> {
  const isAfter = after === '' ? undefined : sql`(${order[0]}, ${order[1]}) > ${readCursor(after)}`;
  const rows = await read(and(matchSearch(search), isAfter), order.map(asc), limit + 1);
  return cutPage(rows, limit, ({ email, name }) => [name, email]);
}

function readCursor(after: string): SQL {
  const [name, email] = parseCursor(v.tuple([v.string(), v.string()]), after);
  return sql`(fold_text(${name}), ${email}::text)`;
}

/** Finds the ids of members of a tenant, by e-mail. Other e-mails have none. */
export async function findMembers(
  executor: Executor,
  tenant: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await executor
    .select({ email: users.email, id: users.id })
    .from(tenantMembers)
    .innerJoin(users, eq(users.id, tenantMembers.userId))
    .where(and(eq(tenantMembers.tenant, tenant), inArray(users.email, [...new Set(emails)])));
  return new Map(rows.map(({ email, id }) => [email, id]));
}

/** Like `findMembers`; they then stay members until the transaction ends. */
export async function lockMembers(tx: Executor, tenant: string, emails: readonly string[]) {
  // A removal locks its user first. This waits for it, and then reads which memberships it left.
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.email, [...new Set(emails)]))
    .orderBy(asc(users.id))
    .for('key share');
  return findMembers(tx, tenant, emails);
}

/** Returns the id of a member; throws ApiError 404 for other e-mails. */
export function requireMember(members: ReadonlyMap<string, string>, email: string): string {
  const id = members.get(email);
  if (id === undefined) throw new ApiError(404, 'member-unknown', { values: { email } });
  return id;
}

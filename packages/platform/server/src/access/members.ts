import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../database/database';
import { ApiError } from '../http/api-error';
import { tenantMembers, users } from '../identity/identity-tables';

interface PageQuery {
  readonly search: string;
  readonly after: string;
  readonly limit: number;
}

/** The order of members: by name, whatever its case, and by e-mail for equal names. */
const order = [sql<string>`lower(${users.name})`, users.email] as const;

const cursorSchema = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.string()]));

/** Returns a page of a query of users, in the order of members, and the cursor of the next page. */
export async function readPageOfUsers<Row extends { readonly email: string; readonly name: string }>(
  read: (condition: SQL | undefined, sorting: SQL[], limit: number) => Promise<Row[]>,
  { search, after, limit }: PageQuery,
): Promise<{ items: Row[]; next: string | null }> {
  const needle = search.toLowerCase();
  const matches = or(sql`strpos(lower(${users.name}), ${needle}) > 0`, sql`strpos(${users.email}, ${needle}) > 0`);
  const isAfter = after === '' ? undefined : sql`(${order[0]}, ${order[1]}) > ${parseCursor(after)}`;
  const rows = await read(and(needle === '' ? undefined : matches, isAfter), order.map(asc), limit + 1);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? JSON.stringify([last.name.toLowerCase(), last.email]) : null };
}

function parseCursor(after: string): SQL {
  const cursor = v.safeParse(cursorSchema, after);
  if (!cursor.success) throw new ApiError(400, 'invalid-request', { values: { field: ': after' } });
  return sql`(lower(${cursor.output[0]}::text), ${cursor.output[1]}::text)`;
}

/** Finds the ids of members of a tenant, by e-mail. Other e-mails have none. */
export async function findMembers(
  executor: Executor,
  tenant: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await executor
    .select({ email: users.email, id: users.id })
    .from(tenantMembers)
    .innerJoin(users, eq(users.id, tenantMembers.userId))
    .where(and(eq(tenantMembers.tenant, tenant), inArray(users.email, [...new Set(emails)])));
  return new Map(rows.map(({ email, id }) => [email, id]));
}

/** Like `findMembers`; they then stay members until the transaction ends. */
export async function lockMembers(tx: Executor, tenant: string, emails: readonly string[]) {
  if (emails.length === 0) return new Map<string, string>();
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

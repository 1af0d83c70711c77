import type { Failure, FailurePage, FailureQuery, Frame } from '@portico/contract/publishing';
import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  lt,
  max,
  min,
  ne,
  notExists,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { deleteBatch } from '../../database/delete-batch';
import { cutPage, parseCursor } from '../../http/list-page';
import { failurePeople, failures } from '../tables';

/** Matches the failures of these modules; all without them. */
const isOf = (modules: ReadonlySet<string> | undefined) =>
  modules === undefined ? undefined : inArray(failures.module, [...modules]);

const { stack: _, ...listedColumns } = getTableColumns(failures);

/**
 * Lists a page of failures. With a tenant, it counts the people of that tenant.
 * @param modules those that the caller may read; all without them
 */
export async function listFailures(
  database: Executor,
  modules: ReadonlySet<string> | undefined,
  query: FailureQuery,
): Promise<FailurePage> {
  const { after, limit, sort, tenant } = query;
  const ofTenant = countInTenant(database, tenant);
  const { firstAt, lastAt, people, times } = tenant === '' ? failures : ofTenant;
  const field = v.parse(fieldSchema, sort.replace('-', ''));
  const key = { people, times, first_at: firstAt, last_at: lastAt }[field];
  const [direction, comparison] = sort.startsWith('-') ? [desc, sql`<`] : [asc, sql`>`];
  const selected = database
    .select({ ...listedColumns, firstAt, lastAt, people, times })
    .from(failures)
    .$dynamic();
  const rows = await (tenant === '' ? selected : selected.innerJoin(ofTenant, eq(ofTenant.failureId, failures.id)))
    .where(
      and(
        isOf(modules),
        matches(query),
        query.since && sql`${lastAt} >= ${query.since.toISOString()}::timestamptz`,
        after === '' ? undefined : sql`(${key}, ${failures.id}) ${comparison} ${readCursor(after, field)}`,
      ),
    )
    .orderBy(direction(key), direction(failures.id))
    .limit(limit + 1);
  const listed = rows.map((row) => ({
    ...describe(row),
    tenants: row.tenants.toSorted(),
    browsers: row.browsers.toSorted(),
  }));
  return cutPage(listed, limit, (failure) => [failure[field], failure.id]);
}

/** Counts the people of one tenant, by failure. */
function countInTenant(database: Executor, tenant: string) {
  const { failureId, firstAt, lastAt, times } = failurePeople;
  return database
    .select({
      failureId,
      people: count().as('people_there'),
      times: sum(times).mapWith(Number).as('times_there'),
      firstAt: sql`${min(firstAt)}`.mapWith(firstAt).as('first_there'),
      lastAt: sql`${max(lastAt)}`.mapWith(lastAt).as('last_there'),
    })
    .from(failurePeople)
    .where(eq(failurePeople.tenant, tenant))
    .groupBy(failureId)
    .as('of_tenant');
}

function matches({ browser, module, search, version }: FailureQuery): SQL | undefined {
  const hasText = (column: AnyColumn) => sql`strpos(lower(${column}), lower(${search})) > 0`;
  return and(
    module === '' ? undefined : eq(failures.module, module),
    version === '' ? undefined : eq(failures.version, version),
    browser === '' ? undefined : sql`${failures.browsers} @> ${JSON.stringify([browser])}::jsonb`,
    search === '' ? undefined : or(...[failures.message, failures.name, failures.module].map(hasText)),
  );
}

const fieldSchema = v.picklist(['people', 'times', 'first_at', 'last_at']);
const idSchema = v.pipe(v.string(), v.uuid());
const numberSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const timeSchema = v.pipe(v.string(), v.isoTimestamp(), v.toDate());

/** Reads the field and the id of the last failure of a page. */
function readCursor(after: string, field: v.InferOutput<typeof fieldSchema>): SQL {
  const isTime = field === 'first_at' || field === 'last_at';
  const [value, id] = parseCursor(v.tuple([isTime ? timeSchema : numberSchema, idSchema]), after);
  const typed = value instanceof Date ? sql`${value.toISOString()}::timestamptz` : sql`${value}::bigint`;
  return sql`(${typed}, ${id}::uuid)`;
}

type Row = Omit<typeof failures.$inferSelect, 'stack'>;

function describe({ firstAt, id, kind, lastAt, message, module, name, people, times, version }: Row) {
  const figures = { people, times, first_at: firstAt.toISOString(), last_at: lastAt.toISOString() };
  return { id, module, version: version || null, kind, name, message, ...figures };
}

/** Maximum number of tenants, of browsers and of versions in the answer about one failure. */
const sharesMax = 50;

/** Finds a failure of these modules, of all without them. Its stack is that of the built files. */
export async function findFailure(
  database: Executor,
  modules: ReadonlySet<string> | undefined,
  id: string,
): Promise<(Failure & { readonly stack: Frame[] }) | undefined> {
  const [failure] = await database
    .select()
    .from(failures)
    .where(and(isOf(modules), eq(failures.id, id)));
  if (failure === undefined) return undefined;
  const { digest, module } = failure;
  const others = await database
    .select(listedColumns)
    .from(failures)
    .where(and(eq(failures.module, module), eq(failures.digest, digest), ne(failures.id, id)))
    .orderBy(desc(failures.lastAt))
    .limit(sharesMax);
  const countBy = (column: PgColumn) =>
    database
      .select({ name: sql<string>`${column}`, people: count() })
      .from(failurePeople)
      .where(eq(failurePeople.failureId, id))
      .groupBy(column)
      .orderBy(desc(count()), column)
      .limit(sharesMax);
  return {
    ...describe(failure),
    stack: [...failure.stack],
    tenants: await countBy(failurePeople.tenant),
    browsers: await countBy(failurePeople.browser),
    others: others.map((other) => {
      const { id, last_at, people, version } = describe(other);
      return { id, version, people, last_at };
    }),
  };
}

/** Deletes a batch of the reports before a time, then of the failures without people; returns whether there may be more. */
export async function deleteOldFailures(executor: Executor, before: Date): Promise<boolean> {
  const { failureId, lastAt, userId } = failurePeople;
  if (await deleteBatch(executor, failurePeople, [failureId, userId], lt(lastAt, before))) return true;
  const people = executor.select({ failureId }).from(failurePeople).where(eq(failureId, failures.id));
  return deleteBatch(executor, failures, [failures.id], sql`${lt(failures.lastAt, before)} and ${notExists(people)}`);
}

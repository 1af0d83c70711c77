import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { ApiError } from './api-error';

/** Ends a list after `limit` rows, of which one more was read. `next` is the cursor of its last row; null at the end. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  getCursor: (row: Row) => readonly (string | number | Date)[],
): { items: Row[]; next: string | null } {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last === undefined ? null : JSON.stringify(getCursor(last)) };
}

/** Parses the cursor that a caller sends as `after`; throws ApiError 400. */
export function parseCursor<Schema extends v.GenericSchema>(schema: Schema, after: string): v.InferOutput<Schema> {
  const cursor = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), after);
  if (!cursor.success) throw new ApiError(400, 'invalid-request', { values: { field: ': after' } });
  return cursor.output;
}

const timeCursorSchema = v.tuple([v.pipe(v.string(), v.isoTimestamp()), v.string()]);

/** Sorts a list by a time, in the milliseconds that its cursor has, and by a text for equal times. */
export function sortByTime(column: PgColumn, text: PgColumn | SQL, order: 'oldest first' | 'newest first') {
  const time = sql`date_trunc('milliseconds', ${column})`;
  const isAscending = order === 'oldest first';
  return {
    sorting: [time, text].map(isAscending ? asc : desc),
    /** Matches the rows after a cursor; throws ApiError 400 for a malformed one. */
    matchAfter: (after: string): SQL | undefined => {
      if (after === '') return undefined;
      const [lastTime, lastText] = parseCursor(timeCursorSchema, after);
      const last = sql`(${lastTime}::timestamptz, ${lastText}::text)`;
      return isAscending ? sql`(${time}, ${text}) > ${last}` : sql`(${time}, ${text}) < ${last}`;
    },
  };
}

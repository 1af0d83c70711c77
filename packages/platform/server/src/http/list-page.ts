import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { ApiError } from './api-error';

/** A time and a text, as the cursor of a list that is sorted by both. */
export const timeCursorSchema = v.tuple([v.pipe(v.string(), v.isoTimestamp()), v.string()]);

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

/** Parses the cursor of a list that is sorted by a time in milliseconds and a text. */
export function parseTimeCursor(after: string): SQL {
  const [time, text] = parseCursor(timeCursorSchema, after);
  return sql`(${time}::timestamptz, ${text}::text)`;
}

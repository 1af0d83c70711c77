import type { SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../database/database';

/** Executes a query that Drizzle cannot build, and parses its rows. */
export async function readRows<Schema extends v.GenericSchema>(
  executor: Executor,
  schema: Schema,
  query: SQL,
): Promise<v.InferOutput<Schema>[]> {
  return v.parse(v.object({ rows: v.array(schema) }), await executor.execute(query)).rows;
}

import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';

/** A column and its SQL type. */
interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  /** Whether it is an identity column. */
  readonly isNumbered: boolean;
}

export interface TableDefinition {
  readonly name: string;
  readonly columns: readonly ColumnDefinition[];
}

const columnSchema = v.object({ table: v.string(), name: v.string(), type: v.string(), isNumbered: v.boolean() });
const referenceSchema = v.object({ table: v.string(), target: v.string() });

/** Lists the tables of the database, each after the tables that it refers to. */
export async function listTables(executor: Executor): Promise<TableDefinition[]> {
  const columns = await readRows(
    executor,
    columnSchema,
    sql`
      select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        a.attidentity <> '' as "isNumbered"
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0
        and not a.attisdropped
      order by c.relname, a.attnum`,
  );
  const references = await readRows(
    executor,
    referenceSchema,
    sql`
      select c.conrelid::regclass::text as table, c.confrelid::regclass::text as target
      from pg_constraint c
      where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`,
  );
  const tables = new Map<string, ColumnDefinition[]>();
  for (const { table, ...column } of columns) tables.set(table, [...(tables.get(table) ?? []), column]);
  const ordered: TableDefinition[] = [];
  const visit = (name: string) => {
    const found = tables.get(name);
    if (found === undefined) return;
    // Delete it before visiting its targets, because a table may refer to itself.
    tables.delete(name);
    for (const { target } of references.filter(({ table }) => table === name)) visit(target);
    ordered.push({ name, columns: found });
  };
  for (const name of [...tables.keys()]) visit(name);
  return ordered;
}

/** Executes a query that Drizzle cannot build, and parses its rows. */
export async function readRows<Schema extends v.GenericSchema>(
  executor: Executor,
  schema: Schema,
  query: SQL,
): Promise<v.InferOutput<Schema>[]> {
  return v.parse(v.object({ rows: v.array(schema) }), await executor.execute(query)).rows;
}

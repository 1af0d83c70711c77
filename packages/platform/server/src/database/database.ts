import { customType, type PgDatabase, type PgQueryResultHKT, timestamp } from 'drizzle-orm/pg-core';

/**
 * The database or a transaction, on PGlite or PostgreSQL. Inside a transaction use only the transaction: on PGlite, a
 * query of the database would wait forever.
 */
export type Executor = PgDatabase<PgQueryResultHKT>;

export interface Database {
  readonly executor: Executor;
  /** Counts the pool's connections and the calls that wait for one. The embedded database has no pool. */
  readonly getPool?: () => { readonly busy: number; readonly idle: number; readonly waiting: number };
  /** Traces each later query. */
  readonly traceQueries?: (trace: AroundQuery) => void;
  /** Closes the connections. Later queries fail. */
  close(): Promise<void>;
}

/** A point in time, as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** PGlite reads bytes as a `Uint8Array`, PostgreSQL's driver as a `Buffer`. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength),
});

/** Runs a query. Its text has placeholders, no values. */
export type AroundQuery = (text: string, run: () => unknown) => unknown;

/** Runs the queries of a client within `around`, except those with a callback: the pool's own call already does so. */
export function wrapQueries(client: object, around: AroundQuery): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') return;
  const wrapped = (...parameters: unknown[]) => {
    const run = () => Reflect.apply(query, client, parameters);
    return typeof parameters.at(-1) === 'function' ? run() : around(readText(parameters[0]), run);
  };
  Object.assign(client, { query: wrapped });
}

function readText(query: unknown): string {
  if (typeof query === 'string') return query;
  const text: unknown = typeof query === 'object' && query !== null && 'text' in query ? query.text : '';
  return typeof text === 'string' ? text : '';
}

import { customType, type PgDatabase, type PgQueryResultHKT, timestamp } from 'drizzle-orm/pg-core';
import type { TraceQuery } from './trace-queries';

/**
 * The database or a transaction, on PGlite and PostgreSQL alike. Inside a transaction use only the transaction: on
 * PGlite, a query of the database would wait for ever.
 */
export type Executor = PgDatabase<PgQueryResultHKT>;

export interface Database {
  readonly executor: Executor;
  /**
   * The connections of the pool, and the calls that wait for one. Absent with the embedded database, which has no pool.
   */
  readonly getPool?: () => { readonly busy: number; readonly idle: number; readonly waiting: number };
  /** Lets each later query be traced. */
  readonly traceQueries?: (trace: TraceQuery) => void;
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

import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * What repositories run on: the database or a transaction of it, on PGlite and PostgreSQL alike.
 * Inside a transaction only the transaction may be used: on PGlite the database itself would wait for ever.
 */
export type Executor = PgDatabase<PgQueryResultHKT>;

export interface Database {
  readonly executor: Executor;
  /** Ends the connections; queries fail from then on. */
  close(): Promise<void>;
}

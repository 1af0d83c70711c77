import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PGlite } from '@electric-sql/pglite';
import pLimit from 'p-limit';
import type { PoolConfig } from 'pg';
import { StartupError } from '../process/startup-error';
import { type AroundQuery, type Database, type Executor, wrapQueries } from './database';
import { isUnavailable, listCauses } from './database-errors';
import { lockDataFolder } from './lock-data-folder';
import { migrate } from './migrate';

/** Migrates or restores an opened database, without the time limits of other calls. */
type Prepare = (executor: Executor) => Promise<void>;

/** Opens and migrates PGlite in `<dataFolder>/database`; throws StartupError while another process uses the folder. */
export async function openEmbeddedDatabase(dataFolder: string, prepare: Prepare = migrate): Promise<Database> {
  await mkdir(dataFolder, { recursive: true });
  const unlock = await lockDataFolder(dataFolder);
  try {
    const { PGlite } = await import('@electric-sql/pglite');
    const { drizzle } = await import('drizzle-orm/pglite');
    // PostgreSQL's default fills 128 MB at the start, although the database has a few.
    const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
    const folder = path.join(dataFolder, 'database');
    const isNew = !existsSync(folder);
    const client = new PGlite(folder, { startParams });
    await client.waitReady;
    // Creating a database uses two more instances with 400 MB, which become garbage a little later.
    if (isNew) setTimeout(collectGarbage, 2_000).unref();
    yieldBeforeQueries(client);
    const executor = drizzle(client);
    await prepare(executor).catch(async (error) => {
      await client.close();
      throw error;
    });
    return {
      executor,
      traceQueries: (trace) => {
        wrapQueries(client, trace);
        wrapTransactions(client, trace);
      },
      close: async () => {
        await client.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Time limits of PostgreSQL in milliseconds. A statement may wait 10 s for the lock of the live map. */
const defaultTimeouts = { connect: 5_000, statement: 15_000 };

/** Connects to PostgreSQL and migrates it, or throws a StartupError. Several processes may do so concurrently. */
export async function openPostgres(
  url: string,
  { connect, statement } = defaultTimeouts,
  prepare: Prepare = migrate,
): Promise<Database> {
  const { Pool } = await import('pg');
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const openPool = (limits: PoolConfig) => {
    const pool = new Pool({ connectionString: url, connectionTimeoutMillis: connect, keepAlive: true, ...limits });
    // The pool replaces broken connections and their queries fail. Without a listener the error would crash the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const preparation = openPool({ max: 1 });
  // The server's limit ends slow statements; the client's limit applies when the network is silent.
  const pool = openPool({ statement_timeout: statement, query_timeout: statement + connect });
  try {
    await prepare(drizzle(preparation)).finally(() => preparation.end());
    return {
      executor: drizzle(pool),
      traceQueries: (trace) => {
        wrapQueries(pool, trace);
        pool.on('connect', (client) => wrapQueries(client, trace));
      },
      getPool: () => ({
        busy: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw explainDatabaseFailure(error);
  }
}

/** Collects garbage: V8 does not see WebAssembly's memory, and would keep hundreds of megabytes for hours. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}

/** Messages by PostgreSQL's code. */
const sentences: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL refuses the user name or the password of DATABASE_URL.',
  '28000': 'PostgreSQL refuses the user of DATABASE_URL; its pg_hba.conf says who may connect.',
  '3D000': 'The database that DATABASE_URL names does not exist; create it.',
  '42501': 'The user of DATABASE_URL may not create tables in this database.',
};

/** Converts an error of PostgreSQL to a sentence for the operator, with the error as its cause. */
function explainDatabaseFailure(error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  const code = listCauses(error).find(({ code }) => code.length === 5)?.code;
  const known = code === undefined ? undefined : sentences[code];
  if (known !== undefined) return new StartupError(known, { cause: error });
  if (isUnavailable(error)) {
    return new StartupError('PostgreSQL cannot be reached at the address of DATABASE_URL.', { cause: error });
  }
  const message = `The database of DATABASE_URL cannot be opened or brought up to date (${code ?? 'unknown'}).`;
  return new StartupError(message, { cause: error });
}

/** Yields before each query: PGlite, on the server's thread, would run all waiting ones before the next request. */
function yieldBeforeQueries(client: PGlite): void {
  const oneAtATime = pLimit(1);
  const yieldBefore: AroundQuery = (_text, run) => yieldToEventLoop().then(run);
  wrapQueries(client, (text, run) => oneAtATime(() => yieldBefore(text, run)));
  wrapTransactions(client, yieldBefore);
  const transaction: PGlite['transaction'] = client.transaction.bind(client);
  client.transaction = (work) => oneAtATime(() => transaction(work));
}

/** Runs each query of PGlite's transactions within `around`. */
function wrapTransactions(client: PGlite, around: AroundQuery): void {
  const begin: PGlite['transaction'] = client.transaction.bind(client);
  client.transaction = (work) =>
    begin((transaction) => {
      wrapQueries(transaction, around);
      return work(transaction);
    });
}

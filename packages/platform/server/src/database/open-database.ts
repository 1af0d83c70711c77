import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import pLimit from 'p-limit';
import type { PoolConfig } from 'pg';
import { StartupError } from '../process/startup-error';
import { type Database, type Executor, traceQueries } from './database';
import { isUnavailable, listCauses } from './database-errors';
import { lockDataFolder } from './lock-data-folder';
import { migrate } from './migrate';

/** What makes an opened database ready. A migration or a restore may take longer than a call may. */
type Prepare = (executor: Executor) => Promise<void>;

/**
 * Opens PGlite in `<dataFolder>/database`, which one process at a time may use, and migrates it.
 * @throws StartupError when another process uses the data folder
 */
export async function openEmbeddedDatabase(dataFolder: string, prepare: Prepare = migrate): Promise<Database> {
  await mkdir(dataFolder, { recursive: true });
  const unlock = await lockDataFolder(dataFolder);
  try {
    const { PGlite } = await import('@electric-sql/pglite');
    const { drizzle } = await import('drizzle-orm/pglite');
    // PostgreSQL's default of 128 MB is filled at the start, for a database of a few.
    const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
    const folder = path.join(dataFolder, 'database');
    const isNew = !existsSync(folder);
    const client = new PGlite(folder, { startParams });
    await client.waitReady;
    // Creating a database takes two more instances, with 400 MB of memory, which are let go a little later.
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
        traceQueries(client, trace);
        const begin = client.transaction.bind(client);
        client.transaction = (work) =>
          begin((transaction) => {
            traceQueries(transaction, trace);
            return work(transaction);
          });
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

/** How long a call waits for PostgreSQL, in milliseconds. A change of the live map waits 10 s for its lock. */
const defaultTimeouts = { connect: 5_000, statement: 15_000 };

/**
 * Connects to PostgreSQL and migrates it. Several processes may do so at once.
 * @throws StartupError when that fails
 */
export async function openPostgres(
  url: string,
  { connect, statement } = defaultTimeouts,
  prepare: Prepare = migrate,
): Promise<Database> {
  const { Pool } = await import('pg');
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const openPool = (limits: PoolConfig) => {
    const pool = new Pool({ connectionString: url, connectionTimeoutMillis: connect, keepAlive: true, ...limits });
    // A broken connection is replaced, and its query fails. Without a listener the error would crash the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const preparation = openPool({ max: 1 });
  // The server's own limit ends a slow statement; the client's ends the wait for a network that is silent.
  const pool = openPool({ statement_timeout: statement, query_timeout: statement + connect });
  try {
    await prepare(drizzle(preparation)).finally(() => preparation.end());
    return {
      executor: drizzle(pool),
      traceQueries: (trace) => {
        traceQueries(pool, trace);
        pool.on('connect', (client) => traceQueries(client, trace));
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

/**
 * Frees what is no longer used, at once. V8 knows little of the memory of WebAssembly, and an idle server would keep
 * hundreds of megabytes for hours.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}

/** By the code of PostgreSQL. */
const sentences: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL refuses the user name or the password of DATABASE_URL.',
  '28000': 'PostgreSQL refuses the user of DATABASE_URL; its pg_hba.conf says who may connect.',
  '3D000': 'The database that DATABASE_URL names does not exist; create it.',
  '42501': 'The user of DATABASE_URL may not create tables in this database.',
};

/** Says in one sentence why PostgreSQL cannot be used. The error is its cause. */
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

/**
 * Lets other calls in before each query. PGlite executes a query on the thread that answers all calls, and would
 * execute those that wait one after another, before this process reads the next request.
 */
function yieldBeforeQueries(client: Pick<PGlite, 'query' | 'transaction'>): void {
  const oneAtATime = pLimit(1);
  const query: PGlite['query'] = client.query.bind(client);
  const transaction: PGlite['transaction'] = client.transaction.bind(client);
  client.query = (...parameters) =>
    oneAtATime(async () => {
      await yieldToEventLoop();
      return query(...parameters);
    });
  client.transaction = (work) => oneAtATime(() => transaction((opened) => work(withInputBetween(opened))));
}

function withInputBetween(transaction: Transaction): Transaction {
  const query: Transaction['query'] = transaction.query.bind(transaction);
  return Object.assign(transaction, {
    query: async (...parameters: Parameters<Transaction['query']>) => {
      await yieldToEventLoop();
      return query(...parameters);
    },
  });
}

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { PoolConfig } from 'pg';
import { collectGarbage } from './collect-garbage';
import { compilePglite } from './compile-pglite';
import type { Database, Executor } from './database';
import { explainDatabaseFailure } from './explain-database-failure';
import { letInputIn } from './let-input-in';
import { lockDataFolder } from './lock-data-folder';
import { migrate } from './migrate';
import { traceQueries } from './trace-queries';
import { createWriteCounter } from './write-count';

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
    const [{ PGlite }, { drizzle }, pgliteWasmModule] = await Promise.all([
      import('@electric-sql/pglite'),
      import('drizzle-orm/pglite'),
      compilePglite(),
    ]);
    // PostgreSQL's default of 128 MB is filled at the start, for a database of a few.
    const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
    const folder = path.join(dataFolder, 'database');
    const isNew = !existsSync(folder);
    const client = await PGlite.create(folder, { pgliteWasmModule, startParams });
    // Creating a database takes two more instances, with 400 MB of memory, which are let go a little later.
    if (isNew) setTimeout(collectGarbage, 2_000).unref();
    letInputIn(client);
    const { logger, countFor } = createWriteCounter();
    const executor = drizzle(client, { logger });
    countFor(executor);
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

import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { StartupError, systemErrorCode } from '../process/startup-error';
import { compilePglite } from './compile-pglite';
import type { Database } from './database';
import { migrate } from './migrate';
import { createWriteCounter } from './write-count';

/**
 * Opens PGlite in `<dataFolder>/database`, which one process at a time may use, and migrates it.
 * @throws StartupError when another process uses the data folder
 */
export async function openEmbeddedDatabase(dataFolder: string): Promise<Database> {
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
    const client = await PGlite.create(path.join(dataFolder, 'database'), { pgliteWasmModule, startParams });
    const { logger, countFor } = createWriteCounter();
    const executor = drizzle(client, { logger });
    countFor(executor);
    await migrate(executor);
    return {
      executor,
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

/**
 * Connects to PostgreSQL and migrates it. Several processes may do so at once.
 * @throws StartupError when that fails
 */
export async function openPostgres(url: string): Promise<Database> {
  const { Pool } = await import('pg');
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const pool = new Pool({ connectionString: url });
  // A broken connection is replaced, and its query fails. Without a listener the error would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const executor = drizzle(pool);
    await migrate(executor);
    return { executor, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw new StartupError('The database of DATABASE_URL cannot be reached or brought up to date.', { cause: error });
  }
}

/**
 * In milliseconds. The owner renews the lock every second. After 3 seconds without a renewal the lock is stale, so a
 * restart after a crash waits that long at most (docs/decisions/0020).
 */
const renewal = { update: 1_000, stale: 3_000 };
const retryInterval = 200;

/**
 * Locks the data folder for this process: two processes on one PGlite folder lose rows silently. A process that loses
 * its lock, because it stood still while another one started, crashes.
 * @returns releases the lock
 * @throws StartupError when the lock is renewed by another process, or by this one
 */
async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const lockfilePath = path.join(folder, 'server.lock');
  let renewedAt: number | undefined;
  for (;;) {
    try {
      return await lock(folder, { lockfilePath, ...renewal });
    } catch (error) {
      if (systemErrorCode(error) !== 'ELOCKED') throw error;
    }
    // Undefined if the lock was released in the meantime.
    const current = (await stat(lockfilePath).catch(() => undefined))?.mtimeMs;
    if (renewedAt !== undefined && current !== undefined && current !== renewedAt) {
      throw new StartupError(
        `The data folder ${folder} is in use by another process; stop that one or set PORTICO_DATA to another folder.`,
      );
    }
    renewedAt ??= current;
    await wait(retryInterval);
  }
}

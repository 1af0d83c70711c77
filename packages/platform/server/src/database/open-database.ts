import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../process/startup-error';
import { compilePglite } from './compile-pglite';
import type { Database } from './database';
import { lockDataFolder } from './lock-data-folder';
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

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { Pool } from 'pg';
import { StartupError } from '../startup-error';
import { lockDataFolder } from './data-folder-lock';
import type { Database } from './database';
import { migrate } from './migrate';

/** Opens PGlite in `<dataFolder>/database`, which one process at a time may use, and brings it up to date. */
export async function openEmbeddedDatabase(dataFolder: string): Promise<Database> {
  await mkdir(dataFolder, { recursive: true });
  const lock = await lockDataFolder(dataFolder);
  try {
    const client = await PGlite.create(path.join(dataFolder, 'database'));
    const executor = drizzlePglite(client);
    await migrate(executor);
    return {
      executor,
      close: async () => {
        await client.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Connects to PostgreSQL and brings it up to date; several processes may do so at once. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({ connectionString: url });
  // A connection that breaks is replaced, and its query fails; unheard, its error would end the process as well.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const executor = drizzlePostgres(pool);
    await migrate(executor);
    return { executor, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw new StartupError('The database of DATABASE_URL cannot be reached or brought up to date.', { cause: error });
  }
}

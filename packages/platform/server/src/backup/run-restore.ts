import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Executor } from '../database/database';
import { listKnownMigrations } from '../database/migrate';
import { openEmbeddedDatabase, openPostgres } from '../database/open-database';
import { requireDataFolder } from '../process/data-folder';
import type { Environment } from '../process/environment';
import { StartupError } from '../process/startup-error';
import { createFileStore } from '../registry/create-registry';
import { checkArchive } from './archive';
import { restoreBackup } from './restore-backup';

/**
 * Restores an archive into the empty database that the environment names. No server may run on it.
 * @returns the number of rows
 * @throws StartupError when that is impossible; the database is empty as before then
 */
export async function runRestore(environment: Environment, file: string | undefined): Promise<number> {
  if (file === undefined) throw new StartupError('Name the file to restore.');
  const { DATABASE_URL, PORTICO_DATA: dataFolder } = environment;
  // Before anything is created.
  const { migrations } = await checkArchive(file);
  await requireKnown(migrations);
  await requireDataFolder(dataFolder);
  let count = 0;
  const restore = async (executor: Executor) => {
    const createStore = (tx: Executor) => createFileStore(environment, tx);
    count = await restoreBackup(executor, file, migrations, { createFileStore: createStore, dataFolder });
  };
  if (DATABASE_URL !== undefined) {
    await (await openPostgres(DATABASE_URL, undefined, restore)).close();
    return count;
  }
  const folder = path.join(dataFolder, 'database');
  const isNew = !existsSync(folder);
  try {
    await (await openEmbeddedDatabase(dataFolder, restore)).close();
  } catch (error) {
    if (isNew) await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return count;
}

async function requireKnown(migrations: readonly string[]): Promise<void> {
  const known = await listKnownMigrations();
  const newer = migrations.filter((name) => !known.includes(name));
  if (newer.length === 0) return;
  throw new StartupError(
    `The backup is that of a newer version of the portal (${newer.join(', ')}); restore it with that version.`,
  );
}

import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { Executor } from '../../database/database';
import { isUnavailable, listCauses } from '../../database/database-errors';
import { applyMigrations, listKnownMigrations } from '../../database/migrate';
import { openEmbeddedDatabase, openPostgres } from '../../database/open-database';
import type { Environment } from '../../process/environment';
import { requireDataFolder } from '../../process/folders';
import { StartupError } from '../../process/startup-error';
import { createFileStore } from '../../registry/create-registry';
import { type ArchivePart, checkArchive, readArchive } from './archive';
import { listTables, type TableDefinition } from './table-catalog';

const batchRows = 1_000;
/** Maximum characters of a batch, unless a single row has more. */
const batchLength = 1_000_000;

/**
 * Restores a checked archive into an empty database in one transaction: first the archive's schema, then its rows, then
 * the newer migrations.
 * @param migrations the archive's migrations
 * @returns the number of rows
 * @throws StartupError when the database is not empty
 */
async function restoreBackup(
  executor: Executor,
  file: string,
  migrations: readonly string[],
  environment: Environment,
): Promise<number> {
  const count = await executor.transaction(async (tx) => {
    await requireEmpty(tx);
    await applyMigrations(tx, migrations);
    const restored = await restoreParts(tx, file, environment).catch((cause: unknown) => {
      if (!(cause instanceof DrizzleQueryError) || isUnavailable(cause)) throw cause;
      const reason = listCauses(cause).at(-1)?.message;
      throw new StartupError(`${file} does not fit the database, and nothing has been restored: ${reason}`, { cause });
    });
    await applyMigrations(tx, await listKnownMigrations());
    return restored;
  });
  // New tables have no statistics, and PGlite never collects them.
  await executor.execute(sql`analyze`);
  return count;
}

async function requireEmpty(tx: Executor): Promise<void> {
  if ((await listTables(tx)).length > 0) {
    throw new StartupError(
      'The database is not empty. Restore into a new one: another DATABASE_URL, or another PORTICO_DATA.',
    );
  }
}

async function restoreParts(tx: Executor, file: string, environment: Environment): Promise<number> {
  const tables = await listTables(tx);
  const files = createFileStore(environment, tx);
  await setTriggers(tx, tables, 'disable');
  // Delete rows that migrations added: the archive contains them.
  for (const { name } of [...tables].reverse()) {
    if (name !== 'migrations') await tx.execute(sql`delete from ${sql.identifier(name)}`);
  }
  let current: { readonly table: TableDefinition; rows: string[]; length: number } | undefined;
  let count = 0;
  const flush = async () => {
    if (current === undefined || current.rows.length === 0) return;
    await insertRows(tx, current.table, current.rows);
    count += current.rows.length;
    current = { table: current.table, rows: [], length: 0 };
  };
  for await (const part of readArchive(file)) {
    if (Array.isArray(part)) {
      if (current === undefined) throw new StartupError(`${file} has a row before the first table.`);
      const row = JSON.stringify(part);
      current.rows.push(row);
      current.length += row.length;
      if (current.rows.length >= batchRows || current.length > batchLength) await flush();
      continue;
    }
    await flush();
    if ('table' in part) current = { table: pickColumns(tables, part), rows: [], length: 0 };
    else if ('sequence' in part) await setSequence(tx, part);
    else if ('file' in part) await files.put(part.file, Buffer.from(part.content, 'base64'));
    else if ('media' in part) await restoreMedia(environment.PORTICO_DATA, part);
  }
  await flush();
  await setTriggers(tx, tables, 'enable');
  return count;
}

/** Restoring disables triggers, because the rows already contain their effects. */
async function setTriggers(tx: Executor, tables: readonly TableDefinition[], verb: 'enable' | 'disable') {
  for (const { name } of tables) {
    await tx.execute(sql`alter table ${sql.identifier(name)} ${sql.raw(verb)} trigger user`);
  }
}

function pickColumns(tables: readonly TableDefinition[], { columns, table }: { table: string; columns: string[] }) {
  const definition = tables.find(({ name }) => name === table);
  if (definition === undefined) throw new StartupError(`The backup has the table ${table}, which no version has.`);
  const picked = columns.map((wanted) => definition.columns.find(({ name }) => name === wanted));
  const found = picked.filter((column) => column !== undefined);
  if (found.length < picked.length) throw new StartupError(`The backup has columns of ${table} that no version has.`);
  return { name: table, columns: found };
}

async function insertRows(tx: Executor, { columns, name }: TableDefinition, rows: readonly string[]): Promise<void> {
  const names = sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  );
  const values = columns.map(({ type }, index) =>
    type === 'bytea' ? sql.raw(`decode(line ->> ${index}, 'base64')`) : sql.raw(`(line ->> ${index})::${type}`),
  );
  await tx.execute(sql`
    insert into ${sql.identifier(name)} (${names}) overriding system value
    select ${sql.join(values, sql`, `)} from json_array_elements(${`[${rows.join()}]`}::json) as line`);
}

async function setSequence(tx: Executor, part: Extract<ArchivePart, { sequence: string }>): Promise<void> {
  const { column, last, sequence } = part;
  await tx.execute(sql`select setval(pg_get_serial_sequence(${sequence}, ${column}), ${last}::bigint)`);
}

async function restoreMedia(dataFolder: string, part: Extract<ArchivePart, { media: string }>): Promise<void> {
  const folder = path.join(dataFolder, 'media');
  const file = path.join(folder, part.media);
  if (!file.startsWith(folder + path.sep)) throw new StartupError(`The backup names a file outside of ${folder}.`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(part.content, 'base64'));
}

/**
 * Restores an archive into the empty database of the environment. No server may run on it.
 * @returns the number of rows
 * @throws StartupError when that fails; the database stays empty
 */
export async function runRestore(environment: Environment, file: string | undefined): Promise<number> {
  if (file === undefined) throw new StartupError('Name the file to restore.');
  const { DATABASE_URL, PORTICO_DATA: dataFolder } = environment;
  // Check before anything is created.
  const { migrations } = await checkArchive(file);
  await requireKnown(migrations);
  await requireDataFolder(dataFolder);
  let count = 0;
  const restore = async (executor: Executor) => {
    count = await restoreBackup(executor, file, migrations, environment);
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

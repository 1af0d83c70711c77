import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { serverFolder } from '../process/folders';
import { StartupError } from '../process/startup-error';
import type { Executor } from './database';

export const migrationsFolder = path.join(serverFolder, 'src/database/migrations');
const migrations = pgTable('migrations', { name: text('name').primaryKey() });

/** The number of the advisory lock. Nothing else on this database uses it. */
const migrationLock = 7_041_776;

/** Applies new migrations in order, in one transaction; throws StartupError for the database of a newer server. */
export async function migrate(executor: Executor, folder = migrationsFolder): Promise<void> {
  const names = await listKnownMigrations(folder);
  // Most starts need only this query. A new database does not have the table yet.
  const known = await listAppliedMigrations(executor).catch(() => new Set<string>());
  const newer = [...known].filter((name) => !names.includes(name)).sort();
  if (newer.length > 0) {
    throw new StartupError(
      `The database is that of a newer version of the portal (${newer.join(', ')}); start that version, or restore a backup from before.`,
    );
  }
  if (names.every((name) => known.has(name))) return;
  await executor.transaction((tx) => applyMigrations(tx, names, folder));
}

/** Applies the migrations that the database lacks. Other processes wait until the transaction ends. */
export async function applyMigrations(
  tx: Executor,
  names: readonly string[],
  folder = migrationsFolder,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
  await tx.execute(sql`create table if not exists migrations (name text primary key)`);
  const applied = await listAppliedMigrations(tx);
  for (const name of names.filter((candidate) => !applied.has(candidate))) {
    const script = await readFile(path.join(folder, name), 'utf8');
    for (const statement of splitStatements(script)) await tx.execute(sql.raw(statement));
    await tx.insert(migrations).values({ name });
  }
}

/** Lists the migrations of this version in order. */
export async function listKnownMigrations(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
}

/** @throws a database error if the table does not exist */
export async function listAppliedMigrations(executor: Executor): Promise<Set<string>> {
  return new Set((await executor.select().from(migrations)).map(({ name }) => name));
}

/** PGlite executes one statement at a time. A statement ends with a semicolon at the end of a line, outside of `$$`. */
export function splitStatements(script: string): string[] {
  return (script.match(/(?:\$\$[\s\S]*?\$\$|;(?!\s*$)|[^;])+/gm) ?? [])
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

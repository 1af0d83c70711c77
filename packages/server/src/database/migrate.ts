import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Executor } from './database';

const migrationsFolder = path.join(import.meta.dirname, 'migrations');
const migrations = pgTable('migrations', { name: text('name').primaryKey() });

/** Any number that nothing else locks on this database. */
const migrationLock = 7_041_776;

/** Applies the files of `migrations/` that this database has not seen, in order, in one transaction. */
export async function migrate(executor: Executor): Promise<void> {
  const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).sort();
  const scripts = await Promise.all(
    files.map(async (name) => ({ name, text: await readFile(path.join(migrationsFolder, name), 'utf8') })),
  );
  await executor.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    await tx.execute(sql`create table if not exists migrations (name text primary key)`);
    const applied = new Set((await tx.select().from(migrations)).map(({ name }) => name));
    for (const script of scripts.filter(({ name }) => !applied.has(name))) {
      for (const statement of statementsOf(script.text)) await tx.execute(sql.raw(statement));
      await tx.insert(migrations).values({ name: script.name });
    }
  });
}

/** PGlite takes one statement at a time. A statement ends with a semicolon at the end of a line. */
function statementsOf(script: string): string[] {
  return script
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

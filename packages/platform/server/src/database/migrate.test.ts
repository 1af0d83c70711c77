// Runs on PGlite and on PostgreSQL.
import { mkdtempSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { liveModules, mapChanges } from '../registry/tables';
import { openTestDatabase } from '../testing/test-database';
import type { Database } from './database';
import { migrate, migrationsFolder } from './migrate';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(folder);
});
afterAll(() => database.close());

test('a start on a database that is up to date costs one query', async () => {
  const queries: string[] = [];
  database.traceQueries?.((text, run) => {
    queries.push(text);
    return run();
  });
  await migrate(database.executor);
  expect(queries).toEqual(['select "name" from "migrations"']);
});

test('no column is an array, because the embedded database does not read their types', async () => {
  const arrays = await database.executor
    .select({ name: sql<string>`column_name` })
    .from(sql`information_schema.columns`)
    .where(sql`table_schema = 'public' and data_type = 'ARRAY'`);
  expect(arrays).toEqual([]);
});

test('renames the actions and states of the former release', async () => {
  const formerFolder = path.join(folder, 'migrations');
  const former = (await readdir(migrationsFolder)).filter((name) => name < '0006');
  for (const name of former) await cp(path.join(migrationsFolder, name), path.join(formerFolder, name));
  const { executor } = database;
  await executor.execute(sql`drop schema public cascade`);
  await executor.execute(sql`create schema public`);
  await migrate(executor, formerFolder);
  await executor.execute(sql`insert into live_modules values ('smsa', '{"version": "2", "trialSince": "2026-01-02"}')`);
  await executor.execute(sql`
    insert into map_changes values
      (1, now(), 'team', 'smsa', 'publish', null, '2', null, ''),
      (2, now(), 'portico', 'smsa', 'take-back', '2', null, null, 'failures')`);

  await migrate(executor);
  expect(await executor.select().from(liveModules)).toEqual([
    { module: 'smsa', state: { version: '2', rolloutSince: '2026-01-02' } },
  ]);
  const changes = await executor.select().from(mapChanges).orderBy(mapChanges.revision);
  expect(changes.map(({ action }) => action)).toEqual(['publish', 'automatic-rollback']);
  await expect(executor.execute(sql`update map_changes set reason = ''`)).rejects.toThrow();
});

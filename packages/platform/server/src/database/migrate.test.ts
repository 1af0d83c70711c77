// Runs on PGlite and on PostgreSQL.
import { mkdtempSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { liveModules, mapChanges, versionAudiences } from '../registry/tables';
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

/** Empties the database, and applies the migrations before the named one. */
async function migrateBefore(next: string): Promise<void> {
  const formerFolder = path.join(folder, next);
  const former = (await readdir(migrationsFolder)).filter((name) => name < next);
  for (const name of former) await cp(path.join(migrationsFolder, name), path.join(formerFolder, name));
  await database.executor.execute(sql`drop schema public cascade`);
  await database.executor.execute(sql`create schema public`);
  await migrate(database.executor, formerFolder);
}

test('renames the actions and states of the former release', async () => {
  await migrateBefore('0006');
  const { executor } = database;
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

describe('versions with an audience', () => {
  const id = '5f0c1b9e-6f5b-4a77-9c39-6f2f9b2f6a11';
  const canary = { version: '2', audience: { percent: 10 }, since: '2026-01-02T03:04:05.678Z' };
  const listAudiences = async () => {
    const rows = await database.executor.select().from(versionAudiences).orderBy(versionAudiences.module);
    return rows.map(({ audience, createdAt, module, version }) => [module, version, audience, createdAt.toISOString()]);
  };
  const listFormerLinks = () => database.executor.select({ id: sql`id` }).from(sql`preview_links`);

  test('are the canaries and links of the former release, which finds them where it left them', async () => {
    await migrateBefore('0019');
    const { executor } = database;
    await executor.execute(sql`insert into live_modules values
      ('orders', ${JSON.stringify({ version: '1', canary })}), ('smsa', '{"version": "1", "canary": null}')`);
    await executor.execute(sql`
      insert into preview_links values (${id}, 'stock', '3', ${canary.since}, 'team', '2026-02-01')`);
    await migrate(executor);
    expect(await listAudiences()).toEqual([
      ['orders', '2', canary.audience, canary.since],
      ['stock', '3', null, canary.since],
    ]);
    expect(await listFormerLinks()).toEqual([{ id }]);
  });

  test('are found by each release when the other one changes them', async () => {
    const { executor } = database;
    await executor.execute(sql`delete from preview_links where id = ${id}`);
    const later = JSON.stringify({ version: '1', canary: { ...canary, version: '4' } });
    await executor.execute(sql`
      insert into live_modules values ('orders', ${later}) on conflict (module) do update set state = ${later}`);
    expect(await listAudiences()).toEqual([['orders', '4', canary.audience, canary.since]]);
    const ended = JSON.stringify({ version: '4', canary: null });
    await executor.execute(sql`update live_modules set state = ${ended} where module = 'orders'`);
    expect(await listAudiences()).toEqual([]);

    const { since, ...shown } = canary;
    await executor.insert(versionAudiences).values({ id, module: 'orders', ...shown, createdAt: new Date(since) });
    await executor.execute(sql`update live_modules set state = '{"version": "1"}' where module = 'orders'`);
    const [found] = await executor.select().from(liveModules).where(eq(liveModules.module, 'orders'));
    expect(found?.state).toEqual({ version: '1', canary });
    expect(await listFormerLinks()).toEqual([]);
  });
});

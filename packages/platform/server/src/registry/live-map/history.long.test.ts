// Runs on PGlite and on PostgreSQL.
import { sql } from 'drizzle-orm';
import { testServer } from '../../testing/start-test-server';
import { publishingCalls } from '../../testing/test-publishing';

const modules = 500;
const changes = 10_000;
/** The time at the server, in milliseconds. */
const longest = 500;

const server = testServer();
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  const names = Array.from({ length: 100 }, (_, number) => `module-${number}`);
  ({ token } = await calls.createToken(...names));
  const { database } = server;
  await database.execute(sql`
    insert into module_versions (module, version, address, integrity, fingerprint, created_at)
    select 'module-' || module, 'v' || version, '/modules/module-' || module || '/v' || version || '/module.js',
      jsonb_build_object('/modules/module-' || module || '/v' || version || '/module.js', 'sha384-' || repeat('A', 64)),
      module || '/' || version, now()
    from generate_series(0, ${modules - 1}::int) module, generate_series(1, 20) version`);
  await database.execute(sql`
    insert into map_changes (revision, at, by, module, action, from_version, to_version, reason)
    select number, now(), 'team', 'module-' || (number % ${modules}), 'publish', null, 'v1', 'because'
    from generate_series(1, ${changes}::int) number`);
  await database.execute(sql`update live_map set revision = ${changes}`);
  await database.execute(sql`
    insert into live_modules (module, state)
    select 'module-' || module, jsonb_build_object('version', 'v20', 'since', '2024-05-01T12:00:00.000Z',
      'rolloutSince', null, 'canary', null, 'isRemoved', false,
      'earlierVersions', (select jsonb_agg('v' || version order by version) from generate_series(1, 19) version))
    from generate_series(0, ${modules - 1}::int) module`);
});

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; took: number }> {
  // Up to ten rounds, because other tests use the processor as well.
  let took = Number.POSITIVE_INFINITY;
  let result = await work();
  for (let round = 0; round < 10 && took >= longest; round += 1) {
    const start = performance.now();
    result = await work();
    took = performance.now() - start;
  }
  return { result, took };
}

test('the status of five hundred modules takes less than half a second', async () => {
  const { result, took } = await timed(() => calls.modules(token));
  expect(result).toHaveLength(modules + 1);
  expect(result[0]).toMatchObject({ module: 'module-0', version: 'v20', previous: 'v19' });
  expect(took).toBeLessThan(longest);
});

test('the history of ten thousand changes takes less than half a second, of all modules and of one', async () => {
  for (const query of ['', '?limit=200&before=5000', '?module=module-7&limit=20']) {
    const { result, took } = await timed(() => calls.history(token, query));
    expect(result.length).toBeGreaterThanOrEqual(20);
    expect(took).toBeLessThan(longest);
  }
});

test('a rollback and the map of all modules take less than half a second each', async () => {
  let version = 20;
  const rollback = await timed(() => {
    version -= 1;
    return calls.changed(token, 'module-3', 'rollback');
  });
  expect(rollback.result).toMatchObject({ module: 'module-3', version: `v${version}` });
  expect(rollback.took).toBeLessThan(longest);
  const { result, took } = await timed(() => calls.readMap());
  expect(result.imports['@module/module-3']).toBe(`/modules/module-3/v${version}/module.js`);
  expect(Object.keys(result.imports)).toHaveLength(modules + 2);
  expect(took).toBeLessThan(longest);
});

test('an entry of the history never changes, and revisions have no gaps', async () => {
  const { database } = server;
  for (const statement of [
    sql`update map_changes set reason = 'another'`,
    sql`delete from map_changes where revision = 1`,
    sql`truncate map_changes`,
  ]) {
    await expect(database.execute(statement)).rejects.toThrow();
  }
  const [last] = await calls.history(token, '?limit=1');
  await calls.published(token, 'module-4', 'next');
  const [next] = await calls.history(token, '?limit=1');
  expect(next?.revision).toBe((last?.revision ?? 0) + 1);
});

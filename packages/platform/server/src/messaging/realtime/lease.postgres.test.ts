import { eq, sql } from 'drizzle-orm';
import { openPostgres } from '../../database/open-database';
import { readEnvironment } from '../../process/environment';
import { startServer } from '../../start-server';
import { killProcesses, startServerProcess } from '../../testing/start-process';
import { startTestServer } from '../../testing/start-test-server';
import { createPostgresDatabase, type PostgresDatabase } from '../../testing/test-database';
import { waitFor } from '../../testing/wait-for';
import { leases } from '../messaging-tables';

let database: PostgresDatabase;
beforeEach(async () => {
  database = await createPostgresDatabase();
});
afterEach(async () => {
  killProcesses();
  await database.drop();
});

const variables = () => ({ DATABASE_URL: database.url });
const start = () =>
  startServer(
    readEnvironment({ ...variables(), PORT: '0', LOG_LEVEL: 'silent', PORTICO_OPERATOR_KEY: 'x'.repeat(16) }),
    { hashingCost: { memoryCost: 8, timeCost: 1 } },
  );

test('without a common broker a second process on a database is refused until the first has stopped', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(/^Another process runs on this database; .* set MQTT_URL in all of them\.$/);
  await first.close();
  const second = await start();
  await second.close();
});

test('with a common broker any number of processes may run', async () => {
  const common = { ...variables(), MQTT_URL: 'mqtt://127.0.0.1:9' };
  const servers = [await startTestServer(common), await startTestServer(common)];
  for (const { url } of servers) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  await Promise.all(servers.map((server) => server.stop()));
});

test('after a kill the next process waits until the lease has expired', async () => {
  const killed = await startServerProcess({ ...variables(), PORT: '0', PORTICO_OPERATOR_KEY: 'x'.repeat(16) });
  killProcesses();
  await killed.exit;
  const { executor, close } = await openPostgres(database.url);
  const [lease] = await executor.select().from(leases);
  expect((lease?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()).toBeLessThan(20_000);
  await executor.update(leases).set({ expiresAt: sql`now() + interval '2 seconds'` });
  await close();
  const started = performance.now();
  const next = await start();
  const waited = performance.now() - started;
  expect(waited).toBeGreaterThan(1_000);
  expect(waited).toBeLessThan(10_000);
  await next.close();
});

test('a process whose database is gone closes all the same', async () => {
  const server = await start();
  await database.drop();
  await server.close();
  await expect(fetch(`${server.url}/health`)).rejects.toThrow();
  database = await createPostgresDatabase();
});

test('a process that lost its lease is not ready, and leaves the lease to the other when it closes', async () => {
  const server = await start();
  const { executor, close } = await openPostgres(database.url);
  await executor
    .update(leases)
    .set({ owner: sql`gen_random_uuid()`, expiresAt: sql`now() + interval '1 hour'` })
    .where(eq(leases.name, 'realtime'));
  await waitFor(async () => ((await fetch(`${server.url}/health/ready`)).status === 503 ? true : undefined));
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  await server.close();
  expect(await executor.select().from(leases)).toHaveLength(1);
  await close();
});

import { sql } from 'drizzle-orm';
import { liveMap } from '../registry/tables';
import { startBeforeTests } from '../testing/start-before-tests';
import { testPostgres } from '../testing/test-database';
import { openPostgres } from './open-database';

const postgres = testPostgres();
const database = startBeforeTests(async () => {
  const { close, executor } = await openPostgres(postgres.url);
  return { executor, stop: close };
});

test('a connection that breaks in a transaction fails only that transaction', async () => {
  const { executor } = database;
  const transaction = executor.transaction(async (tx) => {
    const [own] = await tx.select({ pid: sql<number>`pg_backend_pid()` }).from(liveMap);
    await executor.execute(sql`select pg_terminate_backend(${own?.pid}, 10000)`);
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toThrow();
  await expect(executor.execute(sql`select 1`)).resolves.toBeDefined();
});

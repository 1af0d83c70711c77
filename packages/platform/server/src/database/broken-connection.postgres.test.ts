import { sql } from 'drizzle-orm';
import { liveMap } from '../registry/tables';
import { createPostgresDatabase, type PostgresDatabase } from '../testing/test-database';
import type { Database } from './database';
import { openPostgres } from './open-database';

let postgres: PostgresDatabase;
let database: Database;
beforeAll(async () => {
  postgres = await createPostgresDatabase();
  database = await openPostgres(postgres.url);
});
afterAll(async () => {
  await database.close();
  await postgres.drop();
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

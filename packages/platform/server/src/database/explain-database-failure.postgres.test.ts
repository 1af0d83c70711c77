import { Client } from 'pg';
import { testPostgres } from '../testing/test-database';
import { openPostgres } from './open-database';

const postgres = testPostgres();

async function explain(change: (url: URL) => void): Promise<string> {
  const url = new URL(postgres.url);
  change(url);
  return openPostgres(url.href).then(
    () => 'opened',
    (error: unknown) => String(error),
  );
}

test('each failure of PostgreSQL has its sentence', async () => {
  const sentences = [
    await explain((url) => {
      url.pathname = '/no_such_database';
    }),
    await explain((url) => {
      url.username = 'no_such_user';
    }),
  ];
  expect(sentences[0]).toBe('StartupError: The database that DATABASE_URL names does not exist; create it.');
  expect(sentences[1]).toMatch(/^StartupError: PostgreSQL refuses the user/);
});

test('a database of a newer server is refused by name', async () => {
  await (await openPostgres(postgres.url)).close();
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("insert into migrations values ('9999-of-tomorrow.sql')");
  await client.end();
  expect(await explain(() => {})).toMatch(/^StartupError: The database is that of a newer version .*9999-of-tomorrow/);
});

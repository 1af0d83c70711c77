import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Database } from '../database/database';
import { openEmbeddedDatabase, openPostgres } from '../database/open-database';
import { copyEmptyDatabase } from './embedded-template';
import { copyMigratedDatabase } from './postgres-template';
import { startBeforeTests } from './start-before-tests';

/** A PostgreSQL database of its own. */
export interface PostgresDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Opens an empty database in this folder, or on PostgreSQL where the suite runs there; closing it removes that one. */
export async function openTestDatabase(dataFolder: string): Promise<Database> {
  if (process.env.TEST_ENGINE !== 'postgres') {
    await copyEmptyDatabase(dataFolder);
    return openEmbeddedDatabase(dataFolder);
  }
  const { url, drop } = await createPostgresDatabase(copyMigratedDatabase);
  const database = await openPostgres(url);
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** A PostgreSQL database for all tests of a file or a `describe`. */
export function testPostgres(): PostgresDatabase {
  return startBeforeTests(async () => {
    const database = await createPostgresDatabase();
    return { ...database, stop: database.drop };
  });
}

/** Makes a database, without tables by default, on the PostgreSQL of TEST_DATABASE_URL, whose user may make some. */
export async function createPostgresDatabase(create = createEmptyDatabase): Promise<PostgresDatabase> {
  const { TEST_DATABASE_URL } = process.env;
  if (!TEST_DATABASE_URL) throw new Error('These tests need TEST_DATABASE_URL.');
  const name = `portico_test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(TEST_DATABASE_URL);
  url.pathname = name;
  await create(TEST_DATABASE_URL, name);
  return { url: url.href, drop: () => query(TEST_DATABASE_URL, `drop database ${name} with (force)`) };
}

function createEmptyDatabase(serverUrl: string, name: string): Promise<void> {
  return query(serverUrl, `create database ${name}`);
}

async function query(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

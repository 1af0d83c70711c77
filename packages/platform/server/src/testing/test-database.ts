import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Database } from '../database/database';
import { openEmbeddedDatabase, openPostgres } from '../database/open-database';
import { computeDigestOfMigrations, copyEmptyDatabase } from './embedded-template';
import { startBeforeTests } from './start-before-tests';

/** Codes of PostgreSQL. */
const noDatabase = '3D000';
const databaseExists = '42P04';

/** A PostgreSQL database of its own. */
export interface PostgresDatabase {
  readonly url: string;
  drop(): Promise<void>;
  /** Drops it, unless its server is temporary. */
  leave(): Promise<void>;
}

/** Opens an empty database in this folder, or on PostgreSQL where the suite runs there; closing it leaves that one. */
export async function openTestDatabase(dataFolder: string): Promise<Database> {
  if (process.env.TEST_ENGINE !== 'postgres') {
    await copyEmptyDatabase(dataFolder);
    return openEmbeddedDatabase(dataFolder);
  }
  const { url, leave } = await copyMigratedDatabase();
  const database = await openPostgres(url);
  return {
    ...database,
    close: async () => {
      await database.close();
      await leave();
    },
  };
}

/** A PostgreSQL database for all tests of a file or a `describe`. */
export function testPostgres(): PostgresDatabase {
  return startBeforeTests(async () => {
    const database = await createPostgresDatabase();
    return { ...database, stop: database.leave };
  });
}

/**
 * Makes a database on the PostgreSQL of TEST_DATABASE_URL, whose user may make some.
 * @param template the database to copy; by default one without tables
 */
export async function createPostgresDatabase(template = 'template1'): Promise<PostgresDatabase> {
  const serverUrl = readServerUrl();
  const name = `portico_test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(serverUrl);
  url.pathname = name;
  // Copying the files takes half the time of the default, which also writes every page to the log.
  await query(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const drop = () => query(serverUrl, `drop database ${name} with (force)`);
  // A database has 300 files, and after deletions some file systems create files many times slower.
  const leave = process.env.TEST_DATABASE_ENDS ? async () => {} : drop;
  return { url: url.href, drop, leave };
}

/** Copies a database with the portal's tables, which stays on the server: to migrate each takes many times longer. */
async function copyMigratedDatabase(): Promise<PostgresDatabase> {
  const template = `portico_template_${await computeDigestOfMigrations()}`;
  return createPostgresDatabase(template).catch(async (error) => {
    if (error.code !== noDatabase) throw error;
    await makeTemplate(template);
    return createPostgresDatabase(template);
  });
}

async function makeTemplate(template: string): Promise<void> {
  const { url, drop } = await createPostgresDatabase();
  const database = await openPostgres(url);
  await database.close();
  const name = new URL(url).pathname.slice(1);
  await query(readServerUrl(), `alter database ${name} rename to ${template}`).catch((error) => {
    if (error.code !== databaseExists) throw error;
    // Another worker was faster.
    return drop();
  });
}

function readServerUrl(): string {
  const { TEST_DATABASE_URL } = process.env;
  if (!TEST_DATABASE_URL) throw new Error('These tests need TEST_DATABASE_URL.');
  return TEST_DATABASE_URL;
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

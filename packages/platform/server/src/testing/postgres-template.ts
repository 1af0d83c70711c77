import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { openPostgres } from '../database/open-database';
import { digestOfMigrations } from './embedded-template';

/** Codes of PostgreSQL. */
const noDatabase = '3D000';
const databaseExists = '42P04';

/**
 * Makes a database with the portal's tables on a PostgreSQL server, as a copy of one that stays there: to migrate each
 * takes many times longer.
 */
export async function copyMigratedDatabase(serverUrl: string, name: string): Promise<void> {
  const template = `portico_template_${await digestOfMigrations()}`;
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  const copy = () => client.query(`create database ${name} template ${template}`);
  try {
    await copy().catch(async (error) => {
      if (error.code !== noDatabase) throw error;
      await makeTemplate(client, serverUrl, template);
      await copy();
    });
  } finally {
    await client.end();
  }
}

async function makeTemplate(client: Client, serverUrl: string, template: string): Promise<void> {
  const draft = `portico_draft_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create database ${draft}`);
  const url = new URL(serverUrl);
  url.pathname = draft;
  const database = await openPostgres(url.href);
  await database.close();
  await client.query(`alter database ${draft} rename to ${template}`).catch(async (error) => {
    if (error.code !== databaseExists) throw error;
    // Another worker was faster.
    await client.query(`drop database ${draft}`);
  });
}

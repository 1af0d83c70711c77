import { Client } from 'pg';
import { openPostgres } from '../database/open-database';
import { digestOfMigrations } from './embedded-template';

/** Any number that nothing else locks on the server of the tests. */
const templateLock = 7_041_777;

/** The code of PostgreSQL for a database that does not exist. */
const noDatabase = '3D000';

/**
 * Makes a database of this name with the tables of the server, as a copy of one that stays on the server: migrating each
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

/** Once, however many processes need it. */
async function makeTemplate(client: Client, serverUrl: string, template: string): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount !== 0) return;
    const draft = `${template}_draft`;
    await client.query(`drop database if exists ${draft}`);
    await client.query(`create database ${draft}`);
    const url = new URL(serverUrl);
    url.pathname = draft;
    const database = await openPostgres(url.href);
    await database.close();
    await client.query(`alter database ${draft} rename to ${template}`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [templateLock]);
  }
}

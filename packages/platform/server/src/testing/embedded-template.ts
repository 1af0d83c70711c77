import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';
import { openEmbeddedDatabase } from '../database/open-database';

const cache = path.join(import.meta.dirname, '../../../../../node_modules/.cache/portico');
const migrations = path.join(import.meta.dirname, '../database/migrations');

/**
 * Copies an empty PGlite database to the data folder. It is created once per version of PGlite and of the migrations,
 * because that takes many times longer.
 */
export async function copyEmptyDatabase(dataFolder: string): Promise<void> {
  const template = path.join(cache, `pglite-${readPgliteVersion()}-${await computeDigestOfMigrations()}`);
  if (!existsSync(template)) await makeTemplate(template);
  // A thousand small files, for which the asynchronous one takes three times longer.
  cpSync(template, path.join(dataFolder, 'database'), { recursive: true });
}

async function makeTemplate(template: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${template}-`);
  const database = await openEmbeddedDatabase(draft);
  await database.close();
  // Fails if another worker was faster, which is fine.
  await rename(path.join(draft, 'database'), template).catch(() => undefined);
  await rm(draft, { recursive: true });
}

/** Changes with the tables of an empty database. */
export async function computeDigestOfMigrations(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(migrations)).sort())
    hash.update(name).update(await readFile(path.join(migrations, name)));
  return hash.digest('hex').slice(0, 12);
}

function readPgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest: unknown = createRequire(import.meta.url)(path.join(path.dirname(entry), '../package.json'));
  return v.parse(v.object({ version: v.string() }), manifest).version;
}

import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import * as v from 'valibot';

const cache = path.join(import.meta.dirname, '../../../../node_modules/.cache/portico');

/**
 * Puts an empty PGlite database into the data folder: a copy of one that is made once per version of PGlite,
 * which takes many times longer.
 */
export async function copyEmptyDatabase(dataFolder: string): Promise<void> {
  const template = path.join(cache, `pglite-${versionOfPglite()}`);
  if (!existsSync(template)) await makeTemplate(template);
  await cp(template, path.join(dataFolder, 'database'), { recursive: true });
}

async function makeTemplate(template: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${template}-`);
  const database = await PGlite.create(draft);
  await database.close();
  // Fails when another worker was quicker; its template is as good.
  await rename(draft, template).catch(() => rm(draft, { recursive: true }));
}

function versionOfPglite(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest: unknown = createRequire(import.meta.url)(path.join(path.dirname(entry), '../package.json'));
  return v.parse(v.object({ version: v.string() }), manifest).version;
}

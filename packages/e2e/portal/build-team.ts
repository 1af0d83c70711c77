import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { lock } from 'proper-lockfile';
import { readFiles } from '../../platform/cli/src/publishing/read-files';
import type { BuiltFiles } from './build-module';

const root = path.resolve(import.meta.dirname, '../../..');
const teams = path.join(root, 'packages/e2e/teams');
const builds = path.join(root, 'node_modules/.cache/portico/teams');

/** Builds a team by its own tool, `npm run build`, or finds what was built from the same sources. Returns the folder. */
export async function buildTeam(name: string): Promise<string> {
  const folder = path.join(teams, name);
  const built = path.join(builds, `${name}-${await digestOfSources(folder)}`);
  if (existsSync(built)) return built;
  await mkdir(builds, { recursive: true });
  // Several workers may need it at the same time, and a tool has one folder for its output.
  const release = await lock(folder, {
    lockfilePath: path.join(builds, `${name}.lock`),
    retries: { retries: 300, minTimeout: 100, maxTimeout: 100 },
  });
  try {
    if (existsSync(built)) return built;
    await promisify(execFile)('npm', ['run', 'build'], { cwd: folder });
    const unfinished = `${built}-unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(path.join(folder, 'dist'), unfinished, { recursive: true });
    await rename(unfinished, built);
    return built;
  } finally {
    await release();
  }
}

/** What `portico publish` sends of a built team. */
export async function readTeam(name: string): Promise<BuiltFiles> {
  const files = await readFiles(await buildTeam(name));
  return new Map(files.map(({ name, content }) => [name, Buffer.from(content)]));
}

async function digestOfSources(folder: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(path.join(root, 'package-lock.json')));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const sources = files.filter((file) => !/[\\/](?:dist|node_modules)[\\/]/.test(path.relative(teams, file)));
  for (const file of sources.sort()) hash.update(path.relative(folder, file)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

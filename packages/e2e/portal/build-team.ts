import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readFiles } from '@portico/check';
import { getStyleScope } from '@portico/contract';
import type { BuiltFiles } from './build-module';
import { computeDigest, makeOnce } from './make-once';

const root = path.resolve(import.meta.dirname, '../../..');
const teams = path.join(root, 'packages/e2e/teams');
const builds = path.join(root, 'node_modules/.cache/portico/teams');

/**
 * Builds a team with its own tool, `npm run build`, or finds an earlier build of the same sources. Returns the folder.
 */
export async function buildTeam(name: string): Promise<string> {
  const folder = path.join(teams, name);
  return makeOnce(path.join(builds, `${name}-${await computeSourceDigest(folder)}`), async (unfinished) => {
    await promisify(execFile)('npm', ['run', 'build'], { cwd: folder });
    await cp(path.join(folder, 'dist'), unfinished, { recursive: true });
  });
}

/** Builds a team, and links it as a module below a folder. Returns the folder that `portico publish` takes. */
export async function linkTeam(name: string, folder: string): Promise<string> {
  const team = path.join(teams, name);
  const module = path.join(folder, name);
  await mkdir(module, { recursive: true });
  await symlink(path.join(team, 'package.json'), path.join(module, 'package.json'));
  await symlink(await buildTeam(name), path.join(module, 'dist'));
  const installed = path.join(team, 'node_modules');
  if (existsSync(installed)) await symlink(installed, path.join(module, 'node_modules'));
  return module;
}

/** The files of a built team that `portico publish` sends. Their styles stay inside of all modules: the key is unknown. */
export async function readTeam(name: string): Promise<BuiltFiles> {
  const files = await readFiles(await buildTeam(name), getStyleScope());
  return new Map(files.map(({ name, content }) => [name, Buffer.from(content)]));
}

async function computeSourceDigest(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const sources = files.filter((file) => !/[\\/](?:dist|node_modules)[\\/]/.test(path.relative(teams, file)));
  return computeDigest([...sources, path.join(root, 'package-lock.json')]);
}

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { lock } from 'proper-lockfile';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const packageFolder = path.join(root, 'packages/platform/cli');
const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Packs the two packages that a team installs into a folder of the worker: each time that another worker packs them, its
 * tool empties the folder of its output. Returns the archive of the command line.
 */
export async function packCommand(): Promise<string> {
  const { TEST_PARALLEL_INDEX = '' } = process.env;
  const own = path.join(root, `node_modules/.cache/portico/packages-${TEST_PARALLEL_INDEX}`);
  await mkdir(path.dirname(own), { recursive: true });
  const release = await lock(packageFolder, {
    lockfilePath: path.join(path.dirname(own), 'packages.lock'),
    retries: { retries: 3_000, minTimeout: 100, maxTimeout: 100 },
  });
  try {
    await run('npm', ['run', 'pack', '--workspace', packageFolder], { cwd: root });
    await rm(own, { recursive: true, force: true });
    await cp(path.join(packageFolder, 'dist'), own, { recursive: true });
  } finally {
    await release();
  }
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8'));
  return path.join(own, `portico-cli-${version}.tgz`);
}

/** Creates the module `orders` below a folder, as a team does that has nothing but the packages. Returns its folder. */
export async function createModule(folder: string, archive: string, template?: string): Promise<string> {
  await run('npm', [...install, '--prefix', folder, archive]);
  const options = template === undefined ? [] : ['--template', template];
  await run(path.join(folder, 'node_modules/.bin/portico'), ['create', 'orders', ...options], { cwd: folder });
  const module = path.join(folder, 'orders');
  await run('npm', install, { cwd: module });
  return module;
}

/** Runs the scripts of a new module: types, build, tests and check. Returns what the check printed. */
export async function runScripts(module: string): Promise<string> {
  for (const script of ['typecheck', 'build', 'test']) await run('npm', ['run', script], { cwd: module });
  const { stdout } = await run('npx', ['portico', 'check'], { cwd: module });
  return stdout;
}

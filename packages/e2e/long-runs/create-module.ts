import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/** Packs the two packages that a team installs. Returns the archive of the command line. */
export async function packCommand(): Promise<string> {
  await run('npm', ['run', 'pack', '--workspace', 'packages/platform/cli'], { cwd: root });
  const { version } = JSON.parse(await readFile(path.join(root, 'packages/platform/cli/package.json'), 'utf8'));
  return path.join(root, `packages/platform/cli/dist/portico-cli-${version}.tgz`);
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

import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkEnvironment } from '../portal/check-environment';
import { makeOnce } from '../portal/make-once';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const packageFolder = path.join(root, 'packages/platform/cli');
const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/** Installs the packed command line in an empty folder, once for all workers. Returns that folder. */
function installCommand(): Promise<string> {
  return makeOnce(path.join(process.env.SHARED_FOLDER ?? '', 'command'), async (unfinished) => {
    await run('npm', ['run', 'pack', '--workspace', packageFolder], { cwd: root });
    const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8'));
    const packages = path.join(unfinished, 'packages');
    await cp(path.join(packageFolder, 'dist'), packages, { recursive: true });
    await run('npm', [...install, '--prefix', unfinished, path.join(packages, `portico-cli-${version}.tgz`)]);
  });
}

/** Creates the module `orders` in a folder, as a team that has only the packages does. Returns its folder. */
export async function createModule(folder: string, template?: string): Promise<string> {
  const portico = path.join(await installCommand(), 'node_modules/.bin/portico');
  const options = template === undefined ? [] : ['--template', template];
  await run(portico, ['create', 'orders', ...options], { cwd: folder });
  const module = path.join(folder, 'orders');
  await run('npm', install, { cwd: module });
  return module;
}

/** Runs the scripts of a new module: types, build, tests and check. Returns what the check printed. */
export async function runScripts(module: string): Promise<string> {
  for (const script of ['typecheck', 'build', 'test']) await run('npm', ['run', script], { cwd: module });
  const { stdout } = await run('npm', ['run', 'check'], { cwd: module, env: checkEnvironment });
  return stdout;
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, runNode } from './run.mjs';

const stamps = path.join(root, 'node_modules/.cache/portico');

/** Tells what the build in `dist` was made from. */
export const buildStamp = path.join(stamps, 'build');

/** Installs the packages of the lock file, unless they are there. */
export async function installDependencies() {
  await onChange(
    'dependencies',
    () => readFileSync(path.join(root, 'package-lock.json')),
    async () => {
      console.log('Installing packages (first start, or the lock file changed) …');
      // Not `npm ci`: it refuses a lock file that was made where the packages of other platforms could not be had.
      await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
    },
  );
}

/** Builds the shell and the example modules, unless their sources are as they were. */
export async function build({ force = false } = {}) {
  const made = ['dist', ...examples().map((name) => `packages/examples/${name}/dist`)];
  const isMissing = made.some((directory) => !existsSync(path.join(root, directory)));
  if (force || isMissing) rmSync(buildStamp, { force: true });
  await onChange('build', digestOfSources, async () => {
    console.log('Building the shell …');
    rmSync(path.join(root, 'dist'), { recursive: true, force: true });
    await webpack(['--config', 'webpack.config.ts']);
    for (const example of examples()) {
      console.log(`Building the example module ${example} …`);
      await run('npm', ['run', 'build', '--silent', '--workspace', `packages/examples/${example}`]);
    }
  });
}

/** webpack reads its configuration, TypeScript, through tsx. */
export function webpack(args) {
  return runNode(['node_modules/webpack/bin/webpack.js', ...args]);
}

export function examples() {
  return readdirSync(path.join(root, 'packages/examples'));
}

/** Does the work when what it depends on differs from the last time that it succeeded. */
async function onChange(name, read, work) {
  const digest = () => createHash('sha256').update(read()).digest('hex');
  const stamp = path.join(stamps, name);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest()) return;
  await work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, digest());
}

function digestOfSources() {
  const hash = createHash('sha256');
  const sources = ['root-config', 'packages', 'webpack', 'webpack.config.ts', 'import-map.json', 'package-lock.json'];
  for (const file of sources.flatMap((source) => filesUnder(path.join(root, source)))) {
    hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest();
}

const notBuilt = /(?:^|[\\/])(?:node_modules|dist|e2e|server|cli|test-results)$|\.test\.tsx?$/;

function filesUnder(entry) {
  if (notBuilt.test(entry)) return [];
  if (statSync(entry).isFile()) return [entry];
  return readdirSync(entry)
    .sort()
    .flatMap((name) => filesUnder(path.join(entry, name)));
}

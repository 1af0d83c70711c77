import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, runNode } from './run.mjs';

const stamps = path.join(root, 'node_modules/.cache/portico');

/** A digest of the sources that the shell in `dist` was built from. */
const shellStamp = path.join(stamps, 'shell');

/** The folders of `dist` that webpack.node.config.ts writes. */
const programFolders = ['server', 'cli', 'testing'];

/** Installs the packages of the lock file, if necessary. */
export async function installDependencies() {
  await runOnChange(path.join(stamps, 'dependencies'), digestFiles(['package-lock.json']), async () => {
    console.error('Installing packages (first start, or the lock file changed) …');
    // `npm ci` refuses a lock file without the packages of every platform. Without `--no-save`, npm adds them to the
    // lock file, and the next program installs again.
    await run('npm', ['install', '--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']);
  });
}

/** Builds the portal for `npm start` and the browser tests, if necessary. */
export async function build({ force = false } = {}) {
  await Promise.all([buildShell(force), buildPrograms(force)]);
}

/** Builds the server and the command line, if necessary. */
export async function buildPrograms(force = false) {
  const stamp = path.join(stamps, 'programs');
  if (force || !areBuilt(programFolders.map((name) => `dist/${name}`))) rmSync(stamp, { force: true });
  const sources = ['packages/platform', 'packages/core/contract', 'tooling/webpack'];
  await runOnChange(stamp, digestFiles([...sources, 'package-lock.json']), async () => {
    console.error('Building the server and the command line …');
    for (const name of programFolders) rmSync(path.join(root, 'dist', name), { recursive: true, force: true });
    await webpack(['--config', 'tooling/webpack/webpack.node.config.ts']);
  });
}

async function buildShell(force) {
  if (force || !areBuilt(['dist/@portico', ...examples().map((name) => `packages/examples/${name}/dist`)]))
    forgetShell();
  // The shell contains the program of the check that runs in its page.
  const ofCheck = 'packages/platform/check/src/page';
  const configuration = ['tooling/webpack', 'webpack.config.ts', 'import-map.json', 'package-lock.json'];
  const sources = ['root-config', 'packages', ofCheck, ...configuration];
  await runOnChange(shellStamp, digestFiles(sources, /(?:^|[\\/])(?:e2e|platform)$/), async () => {
    console.error('Building the shell …');
    for (const name of listFolder('dist').filter((entry) => !programFolders.includes(entry))) {
      rmSync(path.join(root, 'dist', name), { recursive: true, force: true });
    }
    await webpack(['--config', 'webpack.config.ts']);
    for (const example of examples()) {
      console.error(`Building the example module ${example} …`);
      await run('npm', ['run', 'build', '--silent', '--workspace', `packages/examples/${example}`]);
    }
  });
}

/** Makes the next `build` build the shell again. */
export function forgetShell() {
  rmSync(shellStamp, { force: true });
}

/** Runs webpack with its TypeScript configuration. It prints to stderr: stdout belongs to the command. */
export function webpack(args) {
  return runNode(['node_modules/webpack/bin/webpack.js', ...args], { stdio: ['ignore', 2, 2] });
}

function examples() {
  return listPackages('packages/examples');
}

/** Folders without a package.json are left-over build output of another branch. */
export function listPackages(folder) {
  return listFolder(folder).filter((name) => existsSync(path.join(root, folder, name, 'package.json')));
}

/** Runs the work unless its last run succeeded with this digest. */
export async function runOnChange(stamp, digest, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  // A failed run may have removed the output. Without the stamp, a return to the earlier sources builds it again.
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

function areBuilt(folders) {
  return folders.every((folder) => existsSync(path.join(root, folder)));
}

/** @param ignored paths to ignore, in addition to tests and build output */
export function digestFiles(entries, ignored = /$^/) {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((entry) => findFiles(path.join(root, entry), ignored))) {
    hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const neverSource = /(?:^|[\\/])(?:node_modules|dist|test-results)$|\.test\.tsx?$/;

function findFiles(entry, ignored) {
  if (neverSource.test(entry) || ignored.test(entry)) return [];
  const found = statSync(entry, { throwIfNoEntry: false });
  // Emacs marks an open file with a dangling link.
  if (found === undefined) return [];
  if (found.isFile()) return [entry];
  return readdirSync(entry)
    .sort()
    .flatMap((name) => findFiles(path.join(entry, name), ignored));
}

function listFolder(folder) {
  const absolute = path.join(root, folder);
  return existsSync(absolute) ? readdirSync(absolute) : [];
}

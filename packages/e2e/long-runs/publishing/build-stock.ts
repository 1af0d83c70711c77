import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { publishedModule } from '../../features/publishing/publishing-test';
import { computeDigest, makeOnce } from '../../portal/make-once';
import { type StockBuild, stockBuilds } from './stock-builds';

const run = promisify(execFile);
const builds = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/portico');
const install = ['install', '--prefer-offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Lets the tools of teams make their projects, adds the entries, and builds them, or finds an earlier result. Returns the
 * folder with a module for each build.
 */
export async function buildStock(): Promise<string> {
  const digest = await computeDigest(
    ['build-stock.ts', 'stock-builds.ts', 'stock-packages.json'].map((file) => path.join(import.meta.dirname, file)),
  );
  return makeOnce(path.join(builds, `stock-${digest}`), async (unfinished) => {
    // Not below node_modules, where tools do not transform sources.
    const folder = await mkdtemp(path.join(tmpdir(), 'portico-stock-'));
    const dependencies = JSON.parse(await readFile(path.join(import.meta.dirname, 'stock-packages.json'), 'utf8'));
    await writeJson(path.join(folder, 'package.json'), { name: 'stock', private: true, dependencies });
    await run('npm', install, { cwd: folder });
    await makeProjects(folder);
    for (const [name, build] of Object.entries(stockBuilds)) await make(folder, name, build, unfinished);
    await rm(folder, { recursive: true });
  });
}

const environment = { ...process.env, NG_CLI_ANALYTICS: 'false' };

async function makeProjects(folder: string): Promise<void> {
  const made = new Set(Object.values(stockBuilds).map(({ from }) => from));
  for (const name of [...made].filter((each) => each.endsWith('-ts'))) {
    await run('npx', ['create-vite', name, '--template', name, '--no-interactive'], { cwd: folder });
  }
  await run('npx', ['create-rspack', '--dir', 'rspack', '--template', 'react-ts', '--no-git'], { cwd: folder });
  const options = ['--skip-git', '--skip-install', '--skip-tests', '--defaults', '--ssr=false', '--ai-config=none'];
  await run('npx', ['ng', 'new', 'angular', ...options], { cwd: folder, env: environment });
  // Its generator asks questions; the files are few.
  await mkdir(path.join(folder, 'single-spa/src'), { recursive: true });
}

async function make(root: string, name: string, { command, entry, files, from, packages }: StockBuild, to: string) {
  const folder = path.join(root, 'builds', name);
  await cp(path.join(root, from), folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
  // The preset of single-spa takes no packages of the type `module`.
  const type = from === 'single-spa' ? {} : { type: 'module' };
  const manifest = { name, private: true, ...type, portico: { key: publishedModule, entry } };
  await writeJson(path.join(folder, 'package.json'), manifest);
  if (packages) await run('npm', [...install, ...packages], { cwd: folder });
  await run('npx', [...command], { cwd: folder, env: environment });
  await mkdir(path.join(to, name), { recursive: true });
  await writeJson(
    path.join(to, name, 'package.json'),
    JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')),
  );
  await cp(path.join(folder, 'dist'), path.join(to, name, 'dist'), { recursive: true });
}

function writeJson(file: string, value: unknown): Promise<void> {
  return writeFile(file, JSON.stringify(value));
}

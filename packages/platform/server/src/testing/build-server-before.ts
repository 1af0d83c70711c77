import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const repository = path.join(import.meta.dirname, '../../../../..');
const migrations = 'packages/platform/server/src/database/migrations';
/** Where the configuration of webpack is, and where it was. */
const configs = ['tooling/webpack/webpack.node.config.ts', 'webpack.node.config.ts'];

/**
 * Builds the last server before the newest migration from the history of the repository.
 * @param folder an empty one
 * @returns its program, or `undefined` where the history is not there
 */
export function buildServerBefore(folder: string): string | undefined {
  const commit = findCommitBefore();
  if (commit === undefined) return undefined;
  const archive = git('archive', '--format=tar', commit);
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  linkPackages(folder);
  const webpack = path.join(repository, 'node_modules/webpack/bin/webpack.js');
  const config = configs.find((name) => existsSync(path.join(folder, name)));
  if (config === undefined) throw new Error(`${commit} has none of ${configs.join(', ')}.`);
  const files = readFileSync(path.join(folder, config), 'utf8').match(/server\/[\w.-]+(?=')/g);
  if (!files) throw new Error(`${config} of ${commit} names no file of the server.`);
  const names = files.flatMap((file) => ['--config-name', `dist/${file}`]);
  execFileSync(process.execPath, ['--import', 'tsx', webpack, '--config', config, ...names], {
    cwd: folder,
    stdio: 'pipe',
  });
  return path.join(folder, 'dist/server/main.js');
}

/** The newest commit that has some of the migrations of today, and no other. A shallow clone may lack it. */
function findCommitBefore(): string | undefined {
  const current = listMigrations('HEAD');
  if (current.length === 0) return undefined;
  const changes = git('log', '--format=%H', '--', migrations).toString().trim().split('\n');
  return changes
    .map((commit) => `${commit}^`)
    .find((commit) => {
      const names = listMigrations(commit);
      return names.length > 0 && names.length < current.length && names.every((name) => current.includes(name));
    });
}

function listMigrations(commit: string): string[] {
  try {
    const names = git('ls-tree', '--name-only', commit, `${migrations}/`).toString();
    return names.split('\n').filter((name) => name !== '');
  } catch {
    return [];
  }
}

function git(...command: string[]): Buffer {
  return execFileSync('git', command, { cwd: repository, maxBuffer: 1024 ** 3, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The packages of the repository, except the parts that the folder has itself. */
function linkPackages(folder: string): void {
  const modules = path.join(folder, 'node_modules');
  mkdirSync(path.join(modules, '@portico'), { recursive: true });
  for (const name of readdirSync(path.join(repository, 'node_modules'))) {
    if (name.startsWith('.') || name === '@portico') continue;
    symlinkSync(path.join(repository, 'node_modules', name), path.join(modules, name));
  }
  for (const part of ['core/contract', 'platform/check', 'platform/cli', 'platform/server']) {
    symlinkSync(path.join(folder, 'packages', part), path.join(modules, '@portico', path.basename(part)));
    const own = path.join(repository, 'packages', part, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(folder, 'packages', part, 'node_modules'));
  }
}

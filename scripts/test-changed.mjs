import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { keepTemporaryFilesInMemory } from './keep-temporary-files-in-memory.mjs';
import { installDependencies } from './prepare.mjs';
import { main, root, run, runInstalled } from './run.mjs';

/**
 * Checks what the changes since `main` can break: types, lint of the changed files, and the unit tests that import
 * them.
 */
await main(async () => {
  keepTemporaryFilesInMemory();
  await installDependencies();
  const files = findChangedFiles();
  if (files.length === 0) {
    console.log('Nothing has changed since main.');
    return;
  }
  const sources = files.filter((file) => /\.(?:[cm]?js|tsx?|json)$/.test(file));
  await Promise.all([
    run('npm', ['run', '--silent', 'typecheck']),
    runInstalled('biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files]),
    runInstalled('jest', ['--passWithNoTests', '--findRelatedTests', ...sources]),
  ]);
});

/** Commits since `main`, changes that are not committed, and new files. */
function findChangedFiles() {
  const base = git('branch', '--list', 'main').length > 0 ? git('merge-base', 'main', 'HEAD')[0] : 'HEAD';
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(changed)].filter((file) => existsSync(path.join(root, file)));
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .map((line) => line.replace(/^[*+ ]+/, ''))
    .filter((line) => line !== '');
}

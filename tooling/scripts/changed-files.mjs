import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Commits since `main`, changes that are not committed, and new files, of the repository in a folder. */
export function findChangedFiles(folder) {
  const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  // Without -z, git quotes names that have letters beyond ASCII.
  const list = (...args) =>
    git(...args)
      .split('\0')
      .filter(Boolean);
  const hasMain = git('branch', '--list', 'main') !== '';
  const base = hasMain ? git('merge-base', 'main', 'HEAD').trim() : 'HEAD';
  const changed = [
    ...list('diff', '--name-only', '-z', base),
    ...list('ls-files', '-z', '--others', '--exclude-standard'),
  ];
  return [...new Set(changed)].filter((file) => existsSync(path.join(folder, file)));
}

/** The files that a test can import. */
export function listSources(files) {
  return files.filter((file) => /\.(?:[cm]?js|tsx?|json)$/.test(file));
}

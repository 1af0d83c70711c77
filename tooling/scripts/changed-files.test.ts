import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChangedFiles, listSources } from './changed-files.mjs';

test('changed and new files are found by their names, whatever letters they have', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-changed-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  const write = (name: string) => writeFileSync(path.join(folder, name), name);
  git('init', '--quiet', '--initial-branch', 'main');
  for (const name of ['same.ts', 'removed.ts']) write(name);
  git('add', '.');
  git('-c', 'user.name=Test', '-c', 'user.email=test@portico.test', 'commit', '--quiet', '--message', 'first');
  git('checkout', '--quiet', '-b', 'work');
  git('mv', 'removed.ts', 'ação 1.ts');
  write('café.ts');
  expect(findChangedFiles(folder)).toEqual(['ação 1.ts', 'café.ts']);
});

test('documents are no sources', () => {
  expect(listSources(['docs/modules.md', 'scripts/run.mjs', 'root-config/src/frame.tsx', 'package.json'])).toEqual([
    'scripts/run.mjs',
    'root-config/src/frame.tsx',
    'package.json',
  ]);
});

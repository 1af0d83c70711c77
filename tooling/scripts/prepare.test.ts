import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { digestFiles, listPackages, runOnChange } from './prepare.mjs';
import { root } from './run.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-prepare-'));
});

test('failed work runs again, although the sources are unchanged', async () => {
  const stamp = path.join(folder, 'stamps/shell');
  const runs: string[] = [];
  const build = (digest: string, work = async () => {}) =>
    runOnChange(stamp, digest, () => {
      runs.push(digest);
      return work();
    });
  await build('good');
  await build('good');
  await expect(build('bad', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(existsSync(stamp)).toBe(false);
  await build('good');
  expect(runs).toEqual(['good', 'bad', 'good']);
});

test('a dangling link is no source', () => {
  writeFileSync(path.join(folder, 'main.ts'), 'source');
  const before = digestFiles([path.relative(root, folder)]);
  symlinkSync('nowhere', path.join(folder, '.#main.ts'));
  expect(digestFiles([path.relative(root, folder)])).toBe(before);
});

test('left-over build output of another branch, and files, are no packages', () => {
  for (const name of ['orders', 'gone/dist']) mkdirSync(path.join(folder, name), { recursive: true });
  for (const name of ['orders/package.json', '.DS_Store']) writeFileSync(path.join(folder, name), '');
  expect(listPackages(path.relative(root, folder))).toEqual(['orders']);
});

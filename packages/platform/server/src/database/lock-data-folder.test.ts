import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, rmdir, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitFor } from '../testing/wait-for';
import { lockDataFolder } from './lock-data-folder';

let folder: string;
let file: string;
/** The state after a crash. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
  file = path.join(folder, 'server.lock');
  await mkdir(file);
  await utimes(file, 0, 0);
});

test('a stale lock is taken', async () => {
  const release = await lockDataFolder(folder);
  expect((await stat(file)).mtimeMs).toBeGreaterThan(0);
  await release();
  expect(await readdir(folder)).toEqual([]);
});

test('of two processes that find a stale lock, the one whose new lock was removed does not get the folder', async () => {
  const locking = lockDataFolder(folder);
  locking.catch(() => undefined);
  await waitFor(async () => (await stat(file)).mtimeMs > 0 || undefined);
  await rmdir(file);
  await mkdir(file);
  await expect(locking).rejects.toThrow('is in use by another process');
});

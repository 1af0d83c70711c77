import { mkdtempSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unlock } from 'proper-lockfile';
import { allFinished } from '../process/finish-before-exit';
import { lockDataFolder } from './lock-data-folder';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));

test('of two processes that find the lock of one that crashed, one gets the folder', async () => {
  await mkdir(path.join(folder, 'server.lock'));
  const results = await Promise.allSettled([lockDataFolder(folder), lockDataFolder(folder)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const result of results) if (result.status === 'fulfilled') await result.value();
  expect(await readdir(folder)).toEqual([]);
});

test('an exit waits until the lock is one that is removed at the exit', async () => {
  const taken = lockDataFolder(folder);
  await allFinished();
  // The library knows it.
  await expect(unlock(folder, { lockfilePath: path.join(folder, 'server.lock') })).resolves.toBeUndefined();
  await taken;
  expect(await readdir(folder)).toEqual([]);
});

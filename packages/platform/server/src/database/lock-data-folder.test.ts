import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockDataFolder } from './lock-data-folder';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('of two processes that find the lock of one that crashed, one gets the folder', async () => {
  await mkdir(path.join(folder, 'server.lock'));
  const results = await Promise.allSettled([lockDataFolder(folder), lockDataFolder(folder)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const result of results) if (result.status === 'fulfilled') await result.value();
  expect(await readdir(folder)).toEqual([]);
});

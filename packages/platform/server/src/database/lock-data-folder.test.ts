import { mkdtempSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockDataFolder } from './lock-data-folder';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));

test('one of two processes that find a stale lock gets the folder', async () => {
  await mkdir(path.join(folder, 'server.lock'));
  const results = await Promise.allSettled([lockDataFolder(folder), lockDataFolder(folder)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const result of results) if (result.status === 'fulfilled') await result.value();
  expect(await readdir(folder)).toEqual([]);
});

import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasFreeSpace, requireDataFolder } from './folders';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));

test('a missing folder is created', async () => {
  await requireDataFolder(path.join(folder, 'one/two'));
  await requireDataFolder(path.join(folder, 'one/two'));
});

test('an impossible folder gives a one-sentence error', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(requireDataFolder(path.join(file, 'below'))).rejects.toThrow(
    `The data folder ${file}/below cannot be written (ENOTDIR); set PORTICO_DATA to another folder.`,
  );
});

test('a disk has space for a byte, but not for any number of bytes', async () => {
  expect(await hasFreeSpace(folder, 1)).toBe(true);
  expect(await hasFreeSpace(folder, Number.MAX_SAFE_INTEGER)).toBe(false);
});

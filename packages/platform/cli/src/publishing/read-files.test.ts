import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { moduleFileMaxBytes } from '@portico/contract';
import { readFiles } from './read-files';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-files-'));
  await writeFile(path.join(folder, 'orders.js'), 'entry');
});

test('it reads all files except source maps and hidden files', async () => {
  await mkdir(path.join(folder, 'chunks'));
  await mkdir(path.join(folder, '.vite'));
  for (const name of ['chunks/12.ab.js', 'orders.js.map', '.DS_Store', '.vite/manifest.json', 'chunks/.keep'])
    await writeFile(path.join(folder, name), name);
  const files = await readFiles(folder);
  expect(files.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
    ['chunks/12.ab.js', 'chunks/12.ab.js'],
    ['orders.js', 'entry'],
  ]);
  expect(files[1]?.digest).toBe(createHash('sha384').update('entry').digest('base64url'));
});

test('it refuses files that no portal accepts', async () => {
  const named = path.join(folder, 'my chart.svg');
  await writeFile(named, '');
  await expect(readFiles(folder)).rejects.toThrow('"my chart.svg" cannot be published: A file name has letters,');
  await rm(named);

  const link = path.join(folder, 'key.txt');
  await symlink('/etc/hostname', link);
  await expect(readFiles(folder)).rejects.toThrow('key.txt is not a regular file: links cannot be published.');
  await rm(link);

  const large = path.join(folder, 'large.bin');
  await writeFile(large, '');
  await truncate(large, moduleFileMaxBytes + 1);
  await expect(readFiles(folder)).rejects.toThrow('large.bin has 10.0 MB; the limit is 10.0 MB.');
  await rm(large);

  for (let part = 0; part < 6; part += 1) {
    await writeFile(path.join(folder, `part-${part}.bin`), '');
    await truncate(path.join(folder, `part-${part}.bin`), moduleFileMaxBytes);
  }
  await expect(readFiles(folder)).rejects.toThrow(`The files of ${folder} have 60.0 MB; the limit is 50.0 MB.`);
});

test('it refuses more files than a version may have', async () => {
  for (let count = 0; count < 500; count += 1) await writeFile(path.join(folder, `${count}.js`), '');
  await expect(readFiles(folder)).rejects.toThrow(`${folder} has 501 files; the limit is 500.`);
});

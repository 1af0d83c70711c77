import { createHash } from 'node:crypto';
import { rm, symlink, truncate } from 'node:fs/promises';
import { getStyleScope } from '@portico/contract';
import { moduleFileMaxBytes } from '@portico/contract/publishing';
import { testFolder } from '../testing/test-folder';
import { readFiles } from './read-files';

const folder = testFolder({ 'orders.js': 'entry' });

test('it reads all files except source maps and hidden files', async () => {
  for (const name of ['chunks/12.ab.js', 'orders.js.map', '.DS_Store', '.vite/manifest.json', 'chunks/.keep'])
    await folder.write({ [name]: name });
  const files = await readFiles(folder.at());
  expect(files.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
    ['chunks/12.ab.js', 'chunks/12.ab.js'],
    ['orders.js', 'entry'],
  ]);
  expect(files[1]?.digest).toBe(createHash('sha384').update('entry').digest('base64url'));
  const withMaps = await readFiles(folder.at(), undefined, true);
  expect(withMaps.map(({ name }) => name)).toEqual(['chunks/12.ab.js', 'orders.js', 'orders.js.map']);
});

test('style sheets get a scope, and all other files keep their bytes', async () => {
  const others = { 'a.css': '\uFEFF.orders { color: red }', 'orders.js': 'h1 {}' };
  await folder.write({ ...others, 'b.css': 'h1 { margin: 0 }' });
  const files = await readFiles(folder.at(), getStyleScope('orders'));
  const texts = Object.fromEntries(files.map(({ name, content }) => [name, Buffer.from(content).toString()]));
  expect(texts).toEqual({ ...others, 'b.css': expect.stringContaining('h1:where([data-portico-module="orders"],') });
  expect(files[1]?.digest).toBe(
    createHash('sha384')
      .update(texts['b.css'] ?? '')
      .digest('base64url'),
  );
});

test('it refuses files that no portal accepts', async () => {
  await folder.write({ 'my chart.svg': '' });
  await expect(readFiles(folder.at())).rejects.toThrow(
    '"my chart.svg" cannot be published: A file name has no " ": addresses cannot have it as it is. Rename its source, or',
  );
  await rm(folder.at('my chart.svg'));

  const link = folder.at('key.txt');
  await symlink('/etc/hostname', link);
  await expect(readFiles(folder.at())).rejects.toThrow('key.txt is not a regular file: links cannot be published.');
  await rm(link);

  const large = folder.at('large.bin');
  await folder.write({ 'large.bin': '' });
  await truncate(large, moduleFileMaxBytes + 1);
  await expect(readFiles(folder.at())).rejects.toThrow('large.bin has 10.0 MB; the limit is 10.0 MB.');
  await rm(large);

  for (let part = 0; part < 6; part += 1) {
    await folder.write({ [`part-${part}.bin`]: '' });
    await truncate(folder.at(`part-${part}.bin`), moduleFileMaxBytes);
  }
  await expect(readFiles(folder.at())).rejects.toThrow(
    `The files of ${folder.at()} have 60.0 MB; the limit is 50.0 MB.`,
  );
});

test('it refuses more files than a version may have', async () => {
  for (let count = 0; count < 500; count += 1) await folder.write({ [`${count}.js`]: '' });
  await expect(readFiles(folder.at())).rejects.toThrow(`${folder.at()} has 501 files; the limit is 500.`);
});

import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogoFinder } from './logos';

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
});

test('finds the logos of the operator beside those of the server, and looks again after a minute', async () => {
  let time = 0;
  const hasLogo = createLogoFinder(dataFolder, () => new Date(time));
  expect(['smsa', 'orders'].map(hasLogo)).toEqual([true, false]);
  await mkdir(path.join(dataFolder, 'media/apps/orders'), { recursive: true });
  await writeFile(path.join(dataFolder, 'media/apps/orders/logo_mini.png'), '');
  time = 59_999;
  expect(hasLogo('orders')).toBe(false);
  time = 60_000;
  expect(['smsa', 'orders', 'nothing'].map(hasLogo)).toEqual([true, true, false]);
});

test('has the logos of the server when the folder of the operator cannot be read', async () => {
  await mkdir(path.join(dataFolder, 'media'));
  await writeFile(path.join(dataFolder, 'media/apps'), '');
  const hasLogo = createLogoFinder(dataFolder, () => new Date(0));
  expect(['smsa', 'orders'].map(hasLogo)).toEqual([true, false]);
});

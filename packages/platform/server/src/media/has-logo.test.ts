import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasLogo } from './media-routes';

test('finds the logos of the operator beside those of the server', async () => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
  expect(['smsa', 'orders'].map((module) => hasLogo(dataFolder, module))).toEqual([true, false]);
  await mkdir(path.join(dataFolder, 'media/apps/orders'), { recursive: true });
  await writeFile(path.join(dataFolder, 'media/apps/orders/logo_mini.png'), '');
  expect(['smsa', 'orders'].map((module) => hasLogo(dataFolder, module))).toEqual([true, true]);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBuiltModule } from './built-module';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-module-'));
  const portico = { key: 'orders', entry: 'orders.js' };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ portico }));
});
afterEach(() => rm(folder, { recursive: true }));

test('a module that is not built has to be built', async () => {
  await expect(readBuiltModule(folder, 'dist')).rejects.toThrow('orders.js does not exist: build the module first.');
});

test('an entry of another name is refused with the names that the build has', async () => {
  await mkdir(path.join(folder, 'dist'));
  for (const name of ['portal.js', 'index.html']) await writeFile(path.join(folder, 'dist', name), '');
  await expect(readBuiltModule(folder, 'dist')).rejects.toThrow(
    'orders.js does not exist: the folder has portal.js. Name one of them in package.json, "portico": { "entry": "portal.js" }, or',
  );
});

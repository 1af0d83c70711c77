import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBuiltModule } from './built-module';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-module-'));
  await declare({ key: 'orders', entry: 'orders.js' });
});

function declare(portico: unknown): Promise<void> {
  return writeFile(path.join(folder, 'package.json'), JSON.stringify({ portico }));
}

test('a module that is not built has to be built', async () => {
  await expect(readBuiltModule(folder, 'dist')).rejects.toThrow('orders.js does not exist: build the module first.');
});

test('an entry of another name is refused with the names that the build has', async () => {
  await mkdir(path.join(folder, 'dist'));
  for (const name of ['portal.js', 'index.html']) await writeFile(path.join(folder, 'dist', name), '');
  await expect(readBuiltModule(folder, 'dist')).rejects.toThrow(
    'orders.js does not exist: the folder has portal.js. Name one of them in package.json, "portico": { "entry": "portal.js" }, or',
  );
  for (let part = 1; part <= 6; part += 1) await writeFile(path.join(folder, `dist/part-${part}.js`), '');
  await expect(readBuiltModule(folder, 'dist')).rejects.toThrow('part-5.js and 2 more. Name one');
});

test.each([
  [undefined, 'It needs a field "portico", for example { "key": "orders", "entry": "orders.js" }.'],
  ['orders', 'It needs a field "portico", for example { "key": "orders", "entry": "orders.js" }.'],
  [{ key: 'orders' }, 'It needs a field "portico.entry", for example { "key": "orders", "entry": "orders.js" }.'],
  [{ key: 'Orders', entry: 'orders.js' }, '"portico.key" is wrong: A module key is 1 to 63 of'],
  [{ key: 'orders', entry: 'orders.css' }, '"portico.entry" is wrong: The entry is the name of a .js or .mjs file'],
  [{ key: 'orders', entry: 'orders.js', styles: 'orders.css' }, '"portico.styles" is wrong: Invalid type'],
  [
    { key: 'orders', entry: 'orders.js', style: [] },
    '"portico.style" is not known: this field has key, entry, policy,',
  ],
  [
    { key: 'orders', entry: 'orders.js', policy: { fetch: [] } },
    '"portico.policy.fetch" is not known: this field has workers, wasm, fonts, media, images, connections, frames.',
  ],
])('the field %j of package.json is refused by name', async (portico, message) => {
  await declare(portico);
  await expect(readBuiltModule(folder, 'dist')).rejects.toThrow(`package.json: ${message}`);
});

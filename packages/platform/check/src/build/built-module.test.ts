import { testFolder } from '../testing/test-folder';
import { readBuiltModule } from './built-module';

const folder = testFolder();
beforeEach(async () => {
  await declare({ key: 'orders', entry: 'orders.js' });
});

function declare(portico: unknown): Promise<void> {
  return folder.write({ 'package.json': JSON.stringify({ portico }) });
}

test('a module that is not built has to be built', async () => {
  await expect(readBuiltModule(folder.at(), 'dist')).rejects.toThrow(
    'orders.js does not exist: build the module first.',
  );
});

test('the mark with which editors of Windows begin package.json does no harm', async () => {
  await folder.write({
    'dist/orders.js': '',
    'package.json': '\uFEFF{\r\n"portico": { "key": "orders", "entry": "orders.js" }\r\n}\r\n',
  });
  await expect(readBuiltModule(folder.at(), 'dist')).resolves.toMatchObject({ key: 'orders' });
});

test('an entry of another name is refused with the names that the build has', async () => {
  await folder.write({ 'dist/portal.js': '', 'dist/index.html': '' });
  await expect(readBuiltModule(folder.at(), 'dist')).rejects.toThrow(
    'orders.js does not exist: the folder has portal.js. Name one of them in package.json, "portico": { "entry": "portal.js" }, or',
  );
  for (let part = 1; part <= 6; part += 1) await folder.write({ [`dist/part-${part}.js`]: '' });
  await expect(readBuiltModule(folder.at(), 'dist')).rejects.toThrow('part-5.js and 2 more. Name one');
});

test('styles stay inside of the module, unless package.json says that they are global', async () => {
  await folder.write({ 'dist/orders.js': '', 'dist/orders.css': 'h1 {}' });
  const scoped = { styleScope: '[data-portico-module="orders"]', styles: ['orders.css'], declarations: {} };
  await expect(readBuiltModule(folder.at(), 'dist')).resolves.toMatchObject(scoped);
  await declare({ key: 'orders', entry: 'orders.js', styles: 'global' });
  const global = { styleScope: undefined, styles: ['orders.css'], declarations: { styles: 'global' } };
  await expect(readBuiltModule(folder.at(), 'dist')).resolves.toMatchObject(global);
});

test.each([
  [undefined, 'It needs a field "portico", for example { "key": "orders", "entry": "orders.js" }.'],
  ['orders', 'It needs a field "portico", for example { "key": "orders", "entry": "orders.js" }.'],
  [
    { key: 'orders', entry: 'a.js', navigation: [{ title: { pt: 'A', en: 'A' }, path: '/stock' }] },
    'the page /stock starts with neither the key nor one of the routes.',
  ],
  [
    { key: 'orders', entry: 'a.js', contributions: [{ place: 'home', parcel: 'card' }] },
    'A contribution names a parcel that "parcels" does not have.',
  ],
  [{ key: 'orders' }, 'It needs a field "portico.entry", for example { "key": "orders", "entry": "orders.js" }.'],
  [{ key: 'Orders', entry: 'orders.js' }, '"portico.key" is wrong: A module key is 1 to 63 of'],
  [{ key: 'orders', entry: 'orders.css' }, '"portico.entry" is wrong: The entry is the name of a .js or .mjs file'],
  [{ key: 'orders', entry: 'orders.js', styles: 'orders.css' }, '"portico.styles" is wrong: The styles are a list'],
  [
    { key: 'orders', entry: 'orders.js', styles: ['orders.js'] },
    '"portico.styles.0" is wrong: A style sheet is the name of a .css file in the built folder.',
  ],
  [
    { key: 'orders', entry: 'orders.js', style: [] },
    '"portico.style" is not known: this field has key, entry, policy,',
  ],
  [
    { key: 'orders', entry: 'orders.js', policy: { fetch: [] } },
    '"portico.policy.fetch" is not known: this field has workers, wasm, styleAttributes, fonts, media, images, connections, frames.',
  ],
])('the field %j of package.json is refused by name', async (portico, message) => {
  await declare(portico);
  await expect(readBuiltModule(folder.at(), 'dist')).rejects.toThrow(`package.json: ${message}`);
});

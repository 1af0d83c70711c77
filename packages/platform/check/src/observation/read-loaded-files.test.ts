import { testFolder } from '../testing/test-folder';
import { findPreloads, readLoadedFiles } from './read-loaded-files';

const folder = testFolder();
const base = 'http://localhost:9100/modules/orders/';
/** Finds the preloads of a module that has loaded these files, in this order. Names that end with `.js` are scripts. */
function find(...names: string[]): string[] {
  const requests = names.map((name) => ({ url: base + name, kind: name.endsWith('.js') ? 'script' : 'fetch' }));
  return findPreloads(
    { entry: 'orders.js' },
    { base, requests },
    names.map((name) => ({ name })),
  );
}

test('a page preloads the scripts that a module loaded after its entry', () => {
  expect(find('orders.js', 'chunks/2.js', 'chunks/1.js', 'texts.json', 'logo.png')).toEqual([
    'chunks/2.js',
    'chunks/1.js',
  ]);
});

test('of many scripts, a page preloads the first ones', () => {
  const names = Array.from({ length: 20 }, (_, index) => `${index}.js`);
  expect(find('orders.js', ...names)).toEqual(names.slice(0, 8));
});

test('a file of the build that a module requests from the portal is misplaced, another one is not', async () => {
  await folder.write({ 'icons.svg': '<svg />', 'assets/logo-Cx12_aBz.svg': '<svg />', 'late.css': '' });
  const portal = 'http://localhost:9000';
  const urls = [
    `${portal}/`,
    `${portal}/orders/list/assets/logo-Cx12_aBz.svg`,
    `${portal}/orders/late.css`,
    `${portal}/icons.svg`,
    `${portal}/icons.svg`,
    `${portal}/api/users/me`,
    `${base}late.js`,
  ];
  const requests = urls.map((url) => ({ url, kind: 'other' }));
  expect(await readLoadedFiles({ dist: folder.at(), key: 'orders' }, { base, portal, requests })).toEqual({
    loaded: [],
    missing: ['late.js'],
    misplaced: ['assets/logo-Cx12_aBz.svg', 'icons.svg'],
  });
});

test('addresses that name no file of a version say nothing about files of this machine', async () => {
  await folder.write({ secret: 'secret', 'dist/orders.js': '' });
  const portal = 'http://localhost:9000';
  const urls = ['..%2fsecret', '100%.svg', ''].flatMap((name) => [`${portal}/${name}`, base + name]);
  const requests = urls.map((url) => ({ url, kind: 'image' }));
  expect(await readLoadedFiles({ dist: folder.at('dist'), key: 'orders' }, { base, portal, requests })).toEqual({
    loaded: [],
    missing: [],
    misplaced: [],
  });
});

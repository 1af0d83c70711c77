import { findPreloads } from './read-loaded-files';

const base = 'http://localhost:9100/modules/orders/';
/** What a module has loaded, in this order; what does not end with `.js` was no script. */
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

import { testFolder } from '../testing/test-folder';
import { nameSource } from './name-source';

const base = 'http://localhost:9100/modules/orders/';

const dist = testFolder();

const writeMap = (map: object) => dist.write({ 'a.js.map': JSON.stringify(map) });
const named = () => nameSource(dist.at(), base, `${base}a.js:1:1`);

test('without a source map, the place is that of the built file', async () => {
  expect(await nameSource(dist.at(), base, `${base}chunks/a.js:1:1`)).toBe('chunks/a.js:1:1');
});

test.each([
  ['webpack://orders/./src/orders.tsx', 'src/orders.tsx:3'],
  ['../src/orders.tsx', 'src/orders.tsx:3'],
  ['../../../node_modules/router/index.js', 'node_modules/router/index.js:3'],
])('the source of a map is named from its folder: %s', async (source, name) => {
  await writeMap({ version: 3, sources: [source, null], names: [], mappings: 'AAEA' });
  expect(await named()).toBe(name);
});

test('a map that is none changes nothing', async () => {
  await writeMap({ version: 'three' });
  expect(await named()).toBe('a.js:1:1');
});

test.each(['..%2fa.js', '100%.js'])('an address that names no file of a version stays as it is: %s', async (name) => {
  await writeMap({ version: 3, sources: ['secret.ts'], names: [], mappings: 'AAEA' });
  const place = `${base}${name}:1:1`;
  expect(await nameSource(dist.at('dist'), base, place)).toBe(place);
});

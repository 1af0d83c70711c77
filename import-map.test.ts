import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import importMap from './import-map.json';
import { bundles } from './webpack/bundles';

const shellNames = Object.entries(importMap.imports).filter(([name]) => !name.startsWith('@module/'));

test('every bundle has its file in the import map, and every file its bundle', () => {
  const files = new Set(shellNames.map(([, address]) => address));
  expect([...files].sort()).toEqual(
    Object.keys(bundles)
      .map((name) => `/@portico/${name}.js`)
      .sort(),
  );
});

test('every name of ours in the import map is a workspace of that name, whose source the bundle starts from', () => {
  for (const [name, address] of shellNames.filter(([name]) => name.startsWith('@portico/'))) {
    const entry = bundles[path.basename(address, '.js')] ?? '';
    const manifest = JSON.parse(
      readFileSync(path.join(entry.slice(0, entry.indexOf('/src/')), 'package.json'), 'utf8'),
    );
    expect([manifest.name, address]).toEqual([name, `/${name}.js`]);
  }
});

test('every parcel is in the import map', () => {
  const parcels = readdirSync('packages/parcels');
  expect(parcels.length).toBeGreaterThan(3);
  expect(parcels.filter((parcel) => !(`@portico/${parcel}` in importMap.imports))).toEqual([]);
});

test('React is one file under its four names', () => {
  const { imports } = importMap;
  const addresses = [imports.react, imports['react-dom'], imports['react-dom/client'], imports['react/jsx-runtime']];
  expect(new Set(addresses).size).toBe(1);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { consoleKey } from '@portico/contract';
import importMap from '../../import-map.json';
import { listPackages } from '../scripts/prepare.mjs';
import { bundles } from '../webpack/bundles';

/** The address of the file with the root config, shared and ui. */
const core = '/@portico/core.js';
/** The names of the build: those of the shell, and its module. The example modules are at addresses of this machine. */
const shellNames = Object.entries(importMap.imports).filter(([, address]) => address.startsWith('/'));
/** The module of the shell has a folder of its own: its integrity and its errors are not those of the shell. */
const consoleFile = '/@portico/console/console.js';

test('every bundle has its file in the import map, and every file its bundle', () => {
  const files = new Set(shellNames.map(([, address]) => address));
  expect([...files].sort()).toEqual(
    Object.keys(bundles)
      .map((name) => (name === consoleKey ? consoleFile : `/@portico/${name}.js`))
      .sort(),
  );
});

test('every bundled name is a workspace of that name, and the bundle starts from its source', () => {
  expect(importMap.imports['@module/console']).toBe(consoleFile);
  const isOwnFile = ([name, address]: [string, string]) => name.startsWith('@portico/') && address !== core;
  for (const [name, address] of shellNames.filter(isOwnFile)) {
    const entry = bundles[path.basename(address, '.js')] ?? '';
    const manifest = JSON.parse(
      readFileSync(path.join(entry.slice(0, entry.indexOf('/src/')), 'package.json'), 'utf8'),
    );
    expect([manifest.name, address]).toEqual([name, `/${name}.js`]);
  }
});

test('every parcel is in the import map', () => {
  const parcels = listPackages('packages/parcels');
  expect(parcels.length).toBeGreaterThan(3);
  expect(parcels.filter((parcel) => !(`@portico/${parcel}` in importMap.imports))).toEqual([consoleKey]);
});

test('the names that every page needs are in two files', () => {
  const findNames = (file: string) => shellNames.filter(([, address]) => address === file).map(([name]) => name);
  expect(findNames('/@portico/libraries.js')).toEqual([
    'react',
    'react-dom',
    'react-dom/client',
    'react/jsx-runtime',
    'single-spa',
  ]);
  expect(findNames(core)).toEqual(['@portico/shared', '@portico/ui', '@portico/root-config']);
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json';
import { listPackages } from '../scripts/prepare.mjs';

const readme = readFileSync('README.md', 'utf8');

test('every command of the README exists, and every command is in the README', () => {
  const documented = [...readme.matchAll(/npm (?:run )?([a-z:0-9]+)/g)].map(([, name]) => name);
  expect([...new Set(documented)].sort()).toEqual(Object.keys(manifest.scripts).sort());
});

test('every package is in the table of packages', () => {
  const folders = ['core', 'parcels', 'platform'].flatMap((group) =>
    listPackages(`packages/${group}`).map((name) => `packages/${group}/${name}`),
  );
  const missing = [...folders, 'packages/examples', 'packages/e2e'].filter((folder) => !readme.includes(`(${folder})`));
  expect(missing).toEqual([]);
});

test('decisions are numbered once each', () => {
  const numbers = readdirSync('docs/decisions').map((file) => file.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('the README names the supported versions of Node', () => {
  expect(manifest.engines.node).toBe('>=20.19 <27');
  expect(readme).toContain('You need only Node, 20.19 to 26:');
});

test('the README names the supported browsers', () => {
  const oldest = new Map(manifest.browserslist.map((query) => query.split(' >= ') as [string, string]));
  const text = readme.replaceAll('\n', ' ');
  expect(oldest.get('edge')).toBe(oldest.get('chrome'));
  expect(oldest.get('ios')).toBe(oldest.get('safari'));
  expect(text).toContain(`Chrome and Edge from ${oldest.get('chrome')}, Firefox from ${oldest.get('firefox')} `);
  expect(text).toContain(`Safari from ${oldest.get('safari')}:`);
});

test('every link to a heading leads to one', () => {
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const read = (file: string) => readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  const readAnchors = (file: string) =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));
  const dangling = files.flatMap((file) =>
    [...read(file).matchAll(/\]\(([\w./-]*\.md)?#([^)]+)\)/g)]
      .filter(
        ([, other, anchor = '']) => !readAnchors(other ? path.join(path.dirname(file), other) : file).includes(anchor),
      )
      .map(([link]) => `${file}: ${link}`),
  );
  expect(dangling).toEqual([]);
});

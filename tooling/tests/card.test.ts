import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { scripts } from '../../package.json';

/** The packages that the project's card names. */
const card = [
  'single-spa',
  'single-spa-react',
  'systemjs',
  'import-map-overrides',
  'react',
  'react-dom',
  'react-router-dom',
  'jotai',
  'ky',
  'i18next',
  'firebase',
  'mqtt',
  'react-hot-toast',
  'dayjs',
  'webpack',
  'jest',
  '@testing-library/react',
];

/** The record of the job of each package and its places. */
const record = readFileSync('docs/decisions/0067-packages-and-their-jobs.md', 'utf8');
const rows = [...record.matchAll(/^\| `(\S+)` \| .+ \| (.+) \|$/gm)].map(([, name = '', places = '']) => ({
  name,
  places: [...places.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place),
}));

/** The files of a folder, or the file itself, without built and installed ones. */
function listFiles(place: string): string[] {
  if (statSync(place).isFile()) return [place];
  return readdirSync(place)
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .flatMap((name) => listFiles(path.join(place, name)));
}

/** The packages that a source imports at run time; type imports do not count. */
function findImports(source: string): string[] {
  const specifiers = source.matchAll(
    /^\s*(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?'([^']+)'|\b(?:import|require|resolve)\((?:\/\*.*?\*\/ )?'([^']+)'\)/gm,
  );
  return [...specifiers].flatMap(([, statically, called]) => statically ?? called ?? []);
}

function uses(name: string, file: string): boolean {
  if (file === 'package.json') return Object.values(scripts).includes(`exec ${name}`);
  const isTest = /\.test\.tsx?$|\/testing\//.test(file);
  if (!/\.(?:[cm]?[jt]s|tsx)$/.test(file) || isTest !== name.startsWith('@testing-library/')) return false;
  return findImports(readFileSync(file, 'utf8')).some((other) => other === name || other.startsWith(`${name}/`));
}

test('the record says what each package of the card does', () => {
  const named = rows.map(({ name }) => name);
  expect(card.filter((name) => !named.includes(name))).toEqual([]);
});

test.each(rows)('$name does its job in every place that the record names', ({ name, places }) => {
  expect(places).not.toEqual([]);
  expect(places.filter((place) => !listFiles(place).some((file) => uses(name, file)))).toEqual([]);
});

test.each([
  ["import mqtt from 'mqtt';", ['mqtt']],
  ["import {\n  connect,\n} from 'mqtt/dist';", ['mqtt/dist']],
  ["import 'mqtt';\nawait import('dayjs');", ['mqtt', 'dayjs']],
  ["export { connect } from 'mqtt';", ['mqtt']],
  ["import(/* webpackChunkName: 'api' */ 'ky')", ['ky']],
  ["import type { IClientOptions } from 'mqtt';", []],
  ["// import mqtt from 'mqtt';\nconst text = 'mqtt';", []],
])('%s imports %j', (source, expected) => {
  expect(findImports(source)).toEqual(expected);
});

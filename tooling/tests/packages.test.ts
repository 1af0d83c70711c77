import { readdirSync, readFileSync } from 'node:fs';

const decision = 'docs/decisions/0067-packages-and-their-jobs.md';

/** Each package with each place where it does its job, by the table of the decision. */
const rows = [...readFileSync(decision, 'utf8').matchAll(/^\| `([^`]+)` \| .+ \| (.+) \|$/gm)].flatMap(
  ([, name = '', places = '']) => [...places.matchAll(/`([^`]+)`/g)].map(([, place = '']) => [name, place] as const),
);

function readSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing\//.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
}

test('the table has the packages of the product', () => {
  expect(new Set(rows.map(([name]) => name)).size).toBeGreaterThan(12);
});

test.each(rows)('%s does its job in %s', (name, place) => {
  // An import of types alone is no work.
  const value = new RegExp(
    `^import (?!type)(?:[^;']*from )?'${name}(?:/[^']*)?'|\\bimport\\((?:/\\*.*?\\*/ )?'${name}(?:/[^']*)?'\\)`,
    'm',
  );
  expect(readSources(place).filter((source) => value.test(source))).not.toEqual([]);
});

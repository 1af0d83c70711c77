import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const page = readFileSync('docs/security-verification.md', 'utf8');
const tests = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
  .map((file) => `/${file}`);

const [gaps = '', chapters = ''] = page.split('## Does not apply');
/** The rows of a table, without its head. */
const readRows = (text: string) =>
  [...text.matchAll(/^\| (\d.*) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()));
const gapNumbers = readRows(gaps).flatMap(([numbers = '']) => numbers.match(/\d+\.\d+\.\d+/g) ?? []);

const rows = readRows(chapters).map(([numbers = '', requirement = '', state = '', how = '']) => ({
  numbers,
  requirement,
  state,
  how,
  named: [...how.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, name = '']) => name),
}));

test('every row has a state', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ state }) => !['yes', 'partly', 'not met', 'operator'].includes(state))).toEqual([]);
});

test('every row that is met, also in part, names tests that exist', () => {
  const claims = rows.filter(({ state }) => state === 'yes' || state === 'partly');
  expect(claims.filter(({ named }) => named.length === 0)).toEqual([]);
  const missing = rows.flatMap(({ named }) =>
    named.filter((name) => tests.filter((file) => file.endsWith(`/${name}`)).length !== 1),
  );
  expect(missing).toEqual([]);
});

test('every other row says what is not met', () => {
  const open = rows.filter(({ state }) => state === 'partly' || state === 'not met');
  const explained = ({ how, numbers, state }: (typeof rows)[number]) =>
    how.includes('see above')
      ? (numbers.match(/\d+\.\d+\.\d+/g) ?? []).some((number) => gapNumbers.includes(number))
      : state === 'not met' || how.includes('Not met: ');
  expect(open.filter((row) => !explained(row))).toEqual([]);
});

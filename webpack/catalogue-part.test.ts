import { readFileSync } from 'node:fs';
import cataloguePart from './catalogue-part';
import { firstTextsFile } from './first-texts';

const english = 'packages/core/shared/src/i18n/locales/en.json';

function build(resourceQuery: '?first' | '?rest'): Record<string, string> {
  const dependencies: string[] = [];
  const addDependency = (file: string) => void dependencies.push(file);
  const code = cataloguePart.call({ resourceQuery, addDependency }, readFileSync(english, 'utf8'));
  // webpack rebuilds the part when the list changes.
  expect(dependencies).toEqual([firstTextsFile]);
  return new Function(code.replace('export default', 'return'))();
}

test('every text is in exactly one of the two parts', () => {
  const [first, rest] = [build('?first'), build('?rest')];
  const catalogue: Record<string, string> = JSON.parse(readFileSync(english, 'utf8'));
  expect({ ...first, ...rest }).toEqual(catalogue);
  expect(Object.keys(first).length + Object.keys(rest).length).toBe(Object.keys(catalogue).length);
});

test('the first part has the texts that the list names, by key or by prefix', () => {
  const first = build('?first');
  expect(first).toHaveProperty(['home.title']);
  expect(first).toHaveProperty(['signin.wrong_credentials']);
  expect(first).not.toHaveProperty(['home.hello']);
  expect(first).not.toHaveProperty(['profile.saved']);
});

test('every entry of the list names a text', () => {
  const keys = Object.keys(build('?first'));
  const entries: string[] = JSON.parse(readFileSync(firstTextsFile, 'utf8'));
  const isUsed = (entry: string) => keys.some((key) => (entry.endsWith('.') ? key.startsWith(entry) : key === entry));
  expect(entries.filter((entry) => !isUsed(entry))).toEqual([]);
  expect(new Set(entries).size).toBe(entries.length);
});

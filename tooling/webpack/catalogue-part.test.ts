import { readFileSync } from 'node:fs';
import cataloguePart from './catalogue-part';
import { firstTextsFile } from './first-texts';

const english = 'packages/core/shared/src/i18n/locales/en.json';

function build(resourceQuery: '?first' | '?rest', source = readFileSync(english, 'utf8')): Record<string, string> {
  const dependencies: string[] = [];
  const addDependency = (file: string) => void dependencies.push(file);
  const code = cataloguePart.call({ resourcePath: english, resourceQuery, addDependency }, source);
  // webpack rebuilds the part when one of them changes.
  expect(dependencies).toEqual([firstTextsFile, english]);
  return new Function(code.replace('export default', 'return'))();
}

test('every text is in exactly one of the two parts', () => {
  const [first, rest] = [build('?first'), build('?rest')];
  const catalogue: Record<string, string> = JSON.parse(readFileSync(english, 'utf8'));
  expect({ ...first, ...rest }).toEqual(catalogue);
  expect(Object.keys(first).length + Object.keys(rest).length).toBe(Object.keys(catalogue).length);
});

test('a text that a language lacks is the English one, in its part', () => {
  const portuguese = JSON.stringify({ cancel: 'Cancelar' });
  const [first, rest] = [build('?first', portuguese), build('?rest', portuguese)];
  expect([first, rest]).toEqual([
    expect.objectContaining({ 'home.title': 'Home' }),
    expect.objectContaining({ cancel: 'Cancelar', 'profile.saved': expect.any(String) }),
  ]);
});

test('the first part has the texts that the list names, by key or by prefix', () => {
  const first = build('?first');
  expect(first).toHaveProperty(['home.title']);
  expect(first).toHaveProperty(['signin.wrong_credentials']);
  expect(first).not.toHaveProperty(['save']);
  expect(first).not.toHaveProperty(['profile.saved']);
});

test('every entry of the list names a text', () => {
  const keys = Object.keys(build('?first'));
  const entries: string[] = JSON.parse(readFileSync(firstTextsFile, 'utf8'));
  const isUsed = (entry: string) => keys.some((key) => (entry.endsWith('.') ? key.startsWith(entry) : key === entry));
  expect(entries.filter((entry) => !isUsed(entry))).toEqual([]);
  expect(new Set(entries).size).toBe(entries.length);
});

import * as v from 'valibot';
import { jsonFileSchema } from './json-file';

test('a file may begin with a byte order mark', () => {
  expect(v.parse(jsonFileSchema, '\uFEFF{"a": 1}')).toEqual({ a: 1 });
});

test.each([
  ['', 1, 1],
  ['{', 1, 2],
  ['\uFEFF{"a": 1,}', 1, 9],
  ['{\r\n  "a": 1\r\n  "b": 2\r\n}', 3, 3],
  ['{\n  "a": ,\n}', 2, 8],
  ['{\n  // why\n}', 2, 3],
  ['{\n}\n}', 3, 1],
])('an error in %j is at line %d, column %d', (text, line, column) => {
  expect(() => v.parse(jsonFileSchema, text)).toThrow(`It is not valid JSON: line ${line}, column ${column}.`);
});

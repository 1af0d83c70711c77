import { createEntityTag, matchesEntityTag } from './prepared-text';

test('a tag is strong and depends on the lines', () => {
  const tags = [[], ['a'], ['a', 'b'], ['b', 'a']].map(createEntityTag);
  expect(new Set(tags).size).toBe(4);
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]{43}"$/);
});

test.each([
  ['"one"', true],
  ['W/"one"', true],
  ['"other", W/"one"', true],
  ['*', true],
  ['"other"', false],
  ['one', false],
  ['', false],
  [undefined, false],
])('If-None-Match: %s', (header, isNamed) => {
  expect(matchesEntityTag(header, '"one"')).toBe(isNamed);
});

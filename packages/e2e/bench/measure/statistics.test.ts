import { median, summarize } from './statistics';

test.each([
  { values: [3], expected: 3 },
  { values: [10, 2, 9], expected: 9 },
  { values: [4, 1, 3, 2], expected: 2.5 },
])('the median of $values is $expected', ({ values, expected }) => {
  expect(median(values)).toBe(expected);
});

test('an empty list has no median', () => {
  expect(() => median([])).toThrow('no median');
});

test('a summary has the median and the range', () => {
  expect(summarize([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 });
});

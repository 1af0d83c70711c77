import { randomUUID } from 'node:crypto';
import { findCohort, parseCohort } from './cohort';

test('a user has one cohort of ten thousand', () => {
  const user = randomUUID();
  expect(findCohort(user)).toBe(findCohort(user));
  const cohorts = Array.from({ length: 1000 }, () => findCohort(randomUUID()));
  expect(cohorts.every((cohort) => Number.isInteger(cohort) && cohort >= 0 && cohort < 10_000)).toBe(true);
  expect(new Set(cohorts).size).toBeGreaterThan(900);
});

test.each([
  ['c0', 0],
  ['c9999', 9999],
  ['c10000', undefined],
  ['c01', undefined],
  ['c-1', undefined],
  ['c1.5', undefined],
  ['', undefined],
  // The value from before there were cohorts.
  ['1', undefined],
  [undefined, undefined],
])('a cookie of %j is the cohort %j', (text, cohort) => {
  expect(parseCohort(text)).toBe(cohort);
});

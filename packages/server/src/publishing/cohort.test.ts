import { randomUUID } from 'node:crypto';
import { cohortOf, isInAudience, readCohort } from './cohort';

const everyCohort = Array.from({ length: 10_000 }, (_, cohort) => cohort);
const membersOf = (module: string, percent: number) =>
  new Set(everyCohort.filter((cohort) => isInAudience({ percent }, module, { cohort })));

test('a user has one cohort of ten thousand', () => {
  const user = randomUUID();
  expect(cohortOf(user)).toBe(cohortOf(user));
  const cohorts = Array.from({ length: 1000 }, () => cohortOf(randomUUID()));
  expect(cohorts.every((cohort) => Number.isInteger(cohort) && cohort >= 0 && cohort < 10_000)).toBe(true);
  expect(new Set(cohorts).size).toBeGreaterThan(900);
});

test('a share is about as large as it says, keeps who was in a smaller one, and is another for each module', () => {
  const ten = membersOf('smsa', 10);
  expect(ten.size).toBeGreaterThan(850);
  expect(ten.size).toBeLessThan(1150);
  const twenty = membersOf('smsa', 20);
  expect([...ten].every((cohort) => twenty.has(cohort))).toBe(true);
  const others = membersOf('hrstudium', 10);
  expect([...ten].filter((cohort) => others.has(cohort)).length).toBeLessThan(200);
});

test('nobody is in a share whom nobody knows', () => {
  expect(isInAudience({ percent: 99 }, 'smsa', { tenant: 'smsa' })).toBe(false);
  expect(isInAudience({ tenants: ['finouro'] }, 'smsa', { tenant: 'finouro' })).toBe(true);
  expect(isInAudience({ tenants: ['finouro'] }, 'smsa', { tenant: 'smsa', cohort: 1 })).toBe(false);
  expect(isInAudience({ tenants: ['finouro'] }, 'smsa', {})).toBe(false);
});

test.each([
  ['c0', 0],
  ['c9999', 9999],
  ['c10000', undefined],
  ['c01', undefined],
  ['c-1', undefined],
  ['c1.5', undefined],
  ['', undefined],
  // As it was before there were cohorts.
  ['1', undefined],
  [undefined, undefined],
])('a cookie of %j is the cohort %j', (text, cohort) => {
  expect(readCohort(text)).toBe(cohort);
});

import { randomUUID } from 'node:crypto';
import { findCohort, parseCohort } from '../../identity/sessions/cohort';
import { isInAudience } from './live-module';

const everyCohort = Array.from({ length: 10_000 }, (_, cohort) => cohort);
const getMembers = (module: string, percent: number) =>
  new Set(everyCohort.filter((cohort) => isInAudience({ percent }, module, { cohort })));

test('a user has one cohort of ten thousand', () => {
  const user = randomUUID();
  expect(findCohort(user)).toBe(findCohort(user));
  const cohorts = Array.from({ length: 1000 }, () => findCohort(randomUUID()));
  expect(cohorts.every((cohort) => Number.isInteger(cohort) && cohort >= 0 && cohort < 10_000)).toBe(true);
  expect(new Set(cohorts).size).toBeGreaterThan(900);
});

test('a percentage has about its size, includes the users of a smaller one, and differs by module', () => {
  const ten = getMembers('smsa', 10);
  expect(ten.size).toBeGreaterThan(850);
  expect(ten.size).toBeLessThan(1150);
  const twenty = getMembers('smsa', 20);
  expect([...ten].every((cohort) => twenty.has(cohort))).toBe(true);
  const others = getMembers('hrstudium', 10);
  expect([...ten].filter((cohort) => others.has(cohort)).length).toBeLessThan(200);
});

test('a browser without a cohort is in no percentage', () => {
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
  // The value from before there were cohorts.
  ['1', undefined],
  [undefined, undefined],
])('a cookie of %j is the cohort %j', (text, cohort) => {
  expect(parseCohort(text)).toBe(cohort);
});

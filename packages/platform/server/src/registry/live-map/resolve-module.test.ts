import { isInAudience } from './resolve-module';

const everyCohort = Array.from({ length: 10_000 }, (_, cohort) => cohort);
const getMembers = (module: string, percent: number) =>
  new Set(everyCohort.filter((cohort) => isInAudience({ percent }, module, { cohort })));

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

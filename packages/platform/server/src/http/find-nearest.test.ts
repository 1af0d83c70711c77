import { findNearest } from './find-nearest';

test.each([
  ['smssa', 'smsa'],
  ['hrstudum', 'hrstudium'],
  ['smsadev', 'smsa-dev'],
  ['nothere', undefined],
  ['xy', undefined],
  ['', undefined],
])('%s is nearest to %s', (typed, nearest) => {
  expect(findNearest(typed, ['smsa-dev', 'hrstudium', 'smsa'])).toBe(nearest);
});

test('the nearest e-mail has the fewest mistakes', () => {
  const emails = ['ana.paula@acme.test', 'anna.paula@acme.test', 'bruno@acme.test'];
  expect(findNearest('ana.paulo@acme.test', emails)).toBe('ana.paula@acme.test');
});

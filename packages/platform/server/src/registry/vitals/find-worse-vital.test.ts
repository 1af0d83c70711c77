import { findWorseVital } from './find-worse-vital';

const paint = (p75: number, visits = 50) => ({ LCP: { p75, visits } });

test('a vital is worse by a quarter and by its rating', () => {
  expect(findWorseVital(paint(3000), paint(2000))).toBe('LCP');
  expect(findWorseVital(paint(5000), paint(3000))).toBe('LCP');
  // Both are good, or hardly differ.
  expect(findWorseVital(paint(2000), paint(1000))).toBeUndefined();
  expect(findWorseVital(paint(2600), paint(2400))).toBeUndefined();
  expect(findWorseVital(paint(1000), paint(5000))).toBeUndefined();
});

test('few visits, and a vital that only one version has, decide nothing', () => {
  expect(findWorseVital(paint(9000, 49), paint(1000))).toBeUndefined();
  expect(findWorseVital(paint(9000), paint(1000, 49))).toBeUndefined();
  expect(findWorseVital(paint(9000), {})).toBeUndefined();
});

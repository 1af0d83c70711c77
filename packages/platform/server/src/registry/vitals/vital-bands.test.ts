import { computeFigure, findBand } from './vital-bands';

const count = (name: 'LCP' | 'CLS', values: readonly number[]) =>
  computeFigure(
    name,
    values.map((value) => ({ band: findBand(name, value), visits: 1 })),
  );

test('three of four visits are at most as slow as the figure, which is off by at most a twentieth', () => {
  const values = Array.from({ length: 1000 }, (_, index) => (index + 1) * 10);
  const { p75 = 0, visits } = count('LCP', values) ?? {};
  expect(visits).toBe(1000);
  expect(Math.abs(p75 - 7500) / 7500).toBeLessThan(0.051);
  expect(count('LCP', [])).toBeUndefined();
  expect(count('LCP', [0])).toEqual({ p75: 0, visits: 1 });
});

test('layout shifts are small numbers', () => {
  expect(count('CLS', [0, 0, 0.25, 0.9])?.p75).toBeCloseTo(0.25, 1);
  expect(count('CLS', [0])?.p75).toBe(0);
});

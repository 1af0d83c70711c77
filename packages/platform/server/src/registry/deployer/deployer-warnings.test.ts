import { shortenWarnings } from './deployer-routes';

test('few warnings stay', () => {
  expect(shortenWarnings(['a', 'b'])).toEqual(['a', 'b']);
});

test('many and long warnings fit into a header that proxies pass on', () => {
  const many = Array.from({ length: 60 }, () => 'x'.repeat(2000));
  const shown = shortenWarnings(many);
  expect(shown).toHaveLength(11);
  expect(shown[0]).toMatch(/^x+ \.\.\.$/);
  expect(shown.at(-1)).toBe('50 more in the log of the portal');
  expect(shown.join(', ').length).toBeLessThan(4096);
});

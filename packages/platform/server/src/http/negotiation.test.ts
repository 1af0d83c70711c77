import { negotiateEncoding, negotiateLocale } from './negotiation';

test.each([
  [undefined, 'pt'],
  ['', 'pt'],
  ['fr', 'pt'],
  ['*', 'pt'],
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['PT-br', 'pt'],
  ['en;q=0.3, pt;q=0.8', 'pt'],
  ['en;q=0', 'pt'],
  ['de, en ; q=0.5', 'en'],
  ['en;q=nonsense', 'pt'],
])('Accept-Language %p means %s', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale);
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.0', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
  ['*', 'br'],
])('Accept-Encoding %j means %s', (header, expected) => {
  expect(negotiateEncoding(header)).toBe(expected);
});

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress, isCompressible, negotiateEncoding } from './compressed-content';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.0', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('for %j it is %s', (header, expected) => {
  expect(negotiateEncoding(header)).toBe(expected);
});

test('only texts of some length are compressed', () => {
  const long = Buffer.alloc(2000);
  expect(isCompressible('text/javascript; charset=utf-8', long)).toBe(true);
  expect(isCompressible('text/javascript; charset=utf-8', Buffer.from('x'))).toBe(false);
  expect(isCompressible('image/png', long)).toBe(false);
});

test('a compressed content decompresses to the same bytes', async () => {
  const content = Buffer.from('ação '.repeat(1000));
  const [br, gzip] = await Promise.all([compress(content, 'br'), compress(content, 'gzip')]);
  expect(brotliDecompressSync(br)).toEqual(content);
  expect(gunzipSync(gzip)).toEqual(content);
});

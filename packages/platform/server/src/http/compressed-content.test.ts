import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress, isCompressible } from './compressed-content';

test('only long texts are compressed', () => {
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

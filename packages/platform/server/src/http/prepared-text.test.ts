import { brotliDecompressSync } from 'node:zlib';
import { prepareText } from './prepared-text';

test('a text is compressed once for each encoding', async () => {
  const text = Array.from({ length: 400 }, (_, index) => `${index * index} is the square of ${index}.`).join('\n');
  const prepared = prepareText('text/plain', text);
  const [first, second, gzip] = await Promise.all([
    prepared.compress('br'),
    prepared.compress('br'),
    prepared.compress('gzip'),
  ]);
  expect(second).toBe(first);
  expect(brotliDecompressSync(first).toString()).toBe(text);
  expect(gzip).not.toEqual(first);
});

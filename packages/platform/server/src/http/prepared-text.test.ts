import { brotliDecompressSync } from 'node:zlib';
import { waitFor } from '../testing/wait-for';
import { bestQuality, compress } from './compressed-content';
import { prepareText } from './prepared-text';

const text = Array.from({ length: 400 }, (_, index) => `${index * index} is the square of ${index}.`).join('\n');
const bytes = Buffer.from(text);

test('a text is sent compressed quickly at first, and as well as possible from then on', async () => {
  const [quick, best] = await Promise.all([compress(bytes, 'br'), compress(bytes, 'br', bestQuality)]);
  expect(best.length).toBeLessThan(quick.length);
  const prepared = prepareText('text/plain', text);
  const first = await prepared.compress('br');
  expect([first.length, brotliDecompressSync(first).toString()]).toEqual([quick.length, text]);
  await waitFor(async () => (await prepared.compress('br')).equals(best) || undefined);
});

test('the other encodings, and a text with a quality of its own, stay as they are', async () => {
  const prepared = prepareText('text/plain', text, 5);
  expect(await prepared.compress('br')).toEqual(await compress(bytes, 'br', 5));
  expect(await prepared.compress('gzip')).toBe(await prepared.compress('gzip'));
});

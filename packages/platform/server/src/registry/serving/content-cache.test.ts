import { createContentCache } from './module-file-routes';

const ofBytes = (bytes: number) => Buffer.alloc(bytes, 'x');

/** A store that counts its reads. */
function countedReads() {
  const reads: string[] = [];
  const read = (key: string, bytes: number) => async () => {
    reads.push(key);
    return ofBytes(bytes);
  };
  return { reads, read };
}

test('concurrent calls read once, later calls not at all', async () => {
  const { reads, read } = countedReads();
  const cache = createContentCache(100);
  const contents = await Promise.all(Array.from({ length: 10 }, () => cache.get('a', read('a', 40))));
  expect(contents).toEqual(Array(10).fill(ofBytes(40)));
  await cache.get('a', read('a', 40));
  expect(reads).toEqual(['a']);
});

test('the least recently used content is dropped, and no content beyond the limit is cached', async () => {
  const { reads, read } = countedReads();
  const cache = createContentCache(100);
  for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, read(key, 40));
  expect(reads.splice(0)).toEqual(['a', 'b', 'c']);
  for (const key of ['c', 'a', 'b']) await cache.get(key, read(key, 40));
  expect(reads.splice(0)).toEqual(['b']);
  for (const key of ['large', 'large']) await cache.get(key, read(key, 101));
  expect(reads).toEqual(['large', 'large']);
});

test('a missing content and a failed read are not cached', async () => {
  const { reads, read } = countedReads();
  const cache = createContentCache(100);
  expect(await cache.get('a', async () => undefined)).toBeUndefined();
  await expect(cache.get('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await cache.get('a', read('a', 1))).toEqual(ofBytes(1));
  expect(reads).toEqual(['a']);
});

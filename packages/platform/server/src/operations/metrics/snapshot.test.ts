import { createSnapshot } from './create-metrics';

const never = () => new Promise<number>(() => {});

test('caches a value and deduplicates concurrent reads', async () => {
  let reads = 0;
  const get = createSnapshot(async () => ++reads, { maxAge: 60_000, timeout: 1_000 });
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect(await get()).toBe(1);
});

test('returns no value after a failure, and the next call retries', async () => {
  const read = jest.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(7);
  const get = createSnapshot<number>(read, { maxAge: 60_000, timeout: 1_000 });
  expect(await get()).toBeUndefined();
  expect(await get()).toBe(7);
});

test('calls return at the timeout and start no second read', async () => {
  const read = jest.fn(never);
  const get = createSnapshot(read, { maxAge: 0, timeout: 5 });
  expect(await get()).toBeUndefined();
  expect(await get()).toBeUndefined();
  expect(read).toHaveBeenCalledTimes(1);
});

import { holdFirstFetch, startFetching, untilFetchable } from './first-fetch';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Whether the lists are still held back. */
async function isHeld(): Promise<boolean> {
  return Promise.race([untilFetchable().then(() => false), jest.advanceTimersByTimeAsync(0).then(() => true)]);
}

test('the lists wait for a delivery until that has started', async () => {
  holdFirstFetch();
  expect(await isHeld()).toBe(true);
  startFetching();
  expect(await isHeld()).toBe(false);
});

test('the lists are fetched without a delivery when that takes too long', async () => {
  holdFirstFetch();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(await isHeld()).toBe(false);
});

test('a fetch that waits is not lost when the next delivery starts', async () => {
  holdFirstFetch();
  const fetchable = untilFetchable();
  holdFirstFetch();
  await fetchable;
  expect(await isHeld()).toBe(true);
});

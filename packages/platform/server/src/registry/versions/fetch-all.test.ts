import { fetchAll } from './fetch-file';

/** Never resolves until it is aborted. */
const untilStopped = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason));
  });

test('results are in the order of the items, fetched a few at a time', async () => {
  let underWay = 0;
  let busiest = 0;
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  const results = await fetchAll(numbers, async (number) => {
    busiest = Math.max(busiest, ++underWay);
    await new Promise(setImmediate);
    underWay--;
    return number * 2;
  });
  expect(results).toEqual(numbers.map((number) => number * 2));
  expect(busiest).toBe(6);
});

test('the first failure is thrown and stops the others', async () => {
  const stopped: number[] = [];
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  const fetchOne = async (number: number, signal: AbortSignal) => {
    if (number === 3) throw new Error('The first failure');
    await untilStopped(signal).catch((reason: unknown) => {
      stopped.push(number);
      throw reason;
    });
  };
  await expect(fetchAll(numbers, fetchOne)).rejects.toThrow('The first failure');
  while (stopped.length < 19) await new Promise(setImmediate);
});

test('the timeout is for all items together', async () => {
  const fetchOne = (_number: number, signal: AbortSignal) => untilStopped(signal);
  await expect(fetchAll([1, 2], fetchOne, 50)).rejects.toMatchObject({ name: 'TimeoutError' });
});

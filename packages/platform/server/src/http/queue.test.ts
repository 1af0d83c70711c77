import { waitFor } from '../testing/wait-for';
import { BusyError } from './api-error';
import { createFairQueue, createQueue } from './queue';

/** Work that the test ends. */
function createWork() {
  const started: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push(name);
      ends.set(name, (failure) => (failure ? reject(failure) : resolve(name)));
    });
  const end = async (name: string, failure?: Error) => {
    await waitFor(async () => ends.has(name) || undefined);
    ends.get(name)?.(failure);
  };
  return { started, work, end };
}

test('runs a few calls concurrently and the others in order, also after a failure', async () => {
  const { started, work, end } = createWork();
  const { run } = createQueue({ concurrency: 2, maxWaiting: 2 });
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => run(work(name)));
  await end('two', new Error('failed'));
  await expect(two).rejects.toThrow('failed');
  await end('three');
  expect(await three).toBe('three');
  await end('one');
  await end('four');
  expect(await Promise.all([one, four])).toEqual(['one', 'four']);
  expect(started).toEqual(['one', 'two', 'three', 'four']);
});

test('refuses a call when too many wait, and takes calls again when they are done', async () => {
  const { work, end } = createWork();
  const { run } = createQueue({ concurrency: 1, maxWaiting: 1 });
  const [one, two] = ['one', 'two'].map((name) => run(work(name)));
  await expect(run(work('three'))).rejects.toEqual(new BusyError());
  await end('one');
  await end('two');
  expect(await Promise.all([one, two])).toEqual(['one', 'two']);
  const four = run(work('four'));
  await end('four');
  expect(await four).toBe('four');
});

const connected = new AbortController().signal;

test('a caller with many calls takes one place, and the others run between its calls', async () => {
  const { started, work, end } = createWork();
  const run = createFairQueue({ concurrency: 1, maxWaiting: 2 }, { concurrency: 1, maxWaiting: 2 });
  const call = (id: string, name: string) => run({ id, signal: connected }, work(name));
  const calls = [call('a', 'a1'), call('a', 'a2'), call('a', 'a3'), call('b', 'b1'), call('c', 'c1')];
  await expect(call('a', 'a4')).rejects.toEqual(new BusyError());
  await expect(call('d', 'd1')).rejects.toEqual(new BusyError());
  for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(name);
  await Promise.all(calls);
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('work of a caller that has left does not start, and has no result', async () => {
  const { started, work, end } = createWork();
  const run = createFairQueue({ concurrency: 1, maxWaiting: 2 }, { concurrency: 1, maxWaiting: 2 });
  const leaving = new AbortController();
  const calls = ['one', 'two'].map((name) => run({ id: 'a', signal: leaving.signal }, work(name)));
  const other = run({ id: 'b', signal: connected }, work('three'));
  await waitFor(async () => started.includes('one') || undefined);
  leaving.abort();
  await end('one');
  for (const call of calls) await expect(call).rejects.toMatchObject({ status: 400, code: 'invalid-request' });
  await end('three');
  expect([await other, started]).toEqual(['three', ['one', 'three']]);
});

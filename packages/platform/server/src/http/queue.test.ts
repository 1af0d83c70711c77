import { waitFor } from '../testing/wait-for';
import { BusyError } from './api-error';
import { createQueue } from './queue';

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

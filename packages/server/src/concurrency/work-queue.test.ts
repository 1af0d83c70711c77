import { ApiError } from '../errors/api-error';
import { createWorkQueue } from './work-queue';

/** Work that ends when it is told to. */
function startable() {
  const started: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push(name);
      ends.set(name, (failure) => (failure ? reject(failure) : resolve(name)));
    });
  return { started, work, end: (name: string, failure?: Error) => ends.get(name)?.(failure) };
}

test('does so much at once, the rest in the order it came, also after a failure', async () => {
  const { started, work, end } = startable();
  const { run } = createWorkQueue({ atOnce: 2, waiting: 2 });
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => run(work(name)));
  expect(started).toEqual(['one', 'two']);
  end('two', new Error('failed'));
  await expect(two).rejects.toThrow('failed');
  expect(started).toEqual(['one', 'two', 'three']);
  end('three');
  end('one');
  expect(await Promise.all([one, three])).toEqual(['one', 'three']);
  end('four');
  expect(await four).toBe('four');
  // Every place is free again.
  const [five, six] = ['five', 'six'].map((name) => run(work(name)));
  expect(started.slice(4)).toEqual(['five', 'six']);
  end('five');
  end('six');
  await Promise.all([five, six]);
});

test('refuses what would wait behind too many', async () => {
  const { work, end } = startable();
  const { run } = createWorkQueue({ atOnce: 1, waiting: 1 });
  const [one, two] = ['one', 'two'].map((name) => run(work(name)));
  await expect(run(work('three'))).rejects.toEqual(new ApiError(503, 'busy'));
  end('one');
  await one;
  end('two');
  expect(await two).toBe('two');
});

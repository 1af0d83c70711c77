import { createLazyPart } from './lazy-part';

it('is fetched once, and there from then on', async () => {
  let fetches = 0;
  const part = createLazyPart(async () => {
    fetches += 1;
    return { name: 'part' };
  });
  expect(() => part.get()).toThrow('not loaded');
  const [first, second] = await Promise.all([part.load(), part.load()]);
  expect(first).toBe(second);
  expect(part.get()).toBe(first);
  expect(fetches).toBe(1);
});

it('is fetched again after a failure', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('part')];
  const part = createLazyPart(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  await expect(part.load()).rejects.toThrow('offline');
  expect(() => part.get()).toThrow('not loaded');
  await expect(part.load()).resolves.toBe('part');
});

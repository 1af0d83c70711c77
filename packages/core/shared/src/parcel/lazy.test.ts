import { act, renderHook } from '@testing-library/react';
import { createLazy, useLazy } from './lazy';

it('loads once, and has the value from then on', async () => {
  let loads = 0;
  const lazy = createLazy(async () => {
    loads += 1;
    return { name: 'part' };
  });
  expect(lazy.value).toBeUndefined();
  const [first, second] = await Promise.all([lazy.load(), lazy.load()]);
  expect(first).toBe(second);
  expect(lazy.value).toBe(first);
  expect(loads).toBe(1);
});

it('loads again after a failure', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('part')];
  const lazy = createLazy(() => answers.shift() ?? Promise.reject(new Error('loaded too often')));
  await expect(lazy.load()).rejects.toThrow('offline');
  expect(lazy.value).toBeUndefined();
  await expect(lazy.load()).resolves.toBe('part');
});

it('gives a component the failure until it tries again, and then the value', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('part')];
  const lazy = createLazy(() => answers.shift() ?? Promise.reject(new Error('loaded too often')));
  const { result } = renderHook(() => useLazy(lazy));
  expect(result.current).toMatchObject({ value: undefined, hasFailed: false });
  expect(await act(() => result.current.load())).toBe(false);
  expect(result.current.hasFailed).toBe(true);
  expect(await act(() => result.current.load())).toBe(true);
  expect(result.current).toMatchObject({ value: 'part', hasFailed: false });
});

it('gives the value to every component as soon as one of them has loaded it', async () => {
  const lazy = createLazy(async () => 'part');
  const { result: one } = renderHook(() => useLazy(lazy));
  const { result: other } = renderHook(() => useLazy(lazy));
  await act(() => one.current.load());
  expect(other.current.value).toBe('part');
});

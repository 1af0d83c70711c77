import { start, triggerAppChange } from 'single-spa';
import { heedListenerOptions } from './heed-listener-options';

beforeAll(() => {
  start();
  heedListenerOptions();
});

/** Moves, and waits until single-spa has told everybody. */
async function move(path: string): Promise<void> {
  history.pushState({}, '', path);
  await triggerAppChange();
}

async function callsAfterTwoMoves(add: (listener: () => void) => void): Promise<number> {
  let calls = 0;
  const listener = () => {
    calls += 1;
  };
  add(listener);
  await move('/a');
  await move('/b');
  window.removeEventListener('popstate', listener);
  const before = calls;
  await move('/c');
  expect(calls).toBe(before);
  return calls;
}

test('a listener hears every move until it is removed', async () => {
  expect(await callsAfterTwoMoves((listener) => window.addEventListener('popstate', listener))).toBe(2);
});

test('one that is added twice hears a move once', async () => {
  const calls = await callsAfterTwoMoves((listener) => {
    window.addEventListener('popstate', listener);
    window.addEventListener('popstate', listener, { passive: true });
  });
  expect(calls).toBe(2);
});

test('one for a single time hears a single move', async () => {
  expect(await callsAfterTwoMoves((listener) => window.addEventListener('popstate', listener, { once: true }))).toBe(1);
});

test('one whose signal was aborted, before or after, hears nothing more', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const calls = await callsAfterTwoMoves((listener) => {
    window.addEventListener('popstate', listener, { signal });
    controller.abort();
  });
  expect(calls).toBe(0);
  expect(await callsAfterTwoMoves((listener) => window.addEventListener('popstate', listener, { signal }))).toBe(0);
});

test('a listener that is an object, and other events, are the browser’s own', async () => {
  const heard: string[] = [];
  const listener = { handleEvent: ({ type }: Event) => void heard.push(type) };
  window.addEventListener('popstate', listener);
  window.addEventListener('resize', listener, { once: true });
  await move('/d');
  window.dispatchEvent(new Event('resize'));
  window.dispatchEvent(new Event('resize'));
  window.removeEventListener('popstate', listener);
  await move('/e');
  expect(heard).toEqual(['popstate', 'resize']);
});

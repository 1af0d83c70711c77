import { start, triggerAppChange } from 'single-spa';
import { patchSingleSpaListeners } from './patch-single-spa-listeners';

beforeAll(() => {
  start();
  patchSingleSpaListeners();
});

/** Moves, and waits until single-spa has called all listeners. */
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

test('a listener receives every event until it is removed', async () => {
  expect(await callsAfterTwoMoves((listener) => window.addEventListener('popstate', listener))).toBe(2);
});

test('a listener that is added twice receives an event once', async () => {
  const calls = await callsAfterTwoMoves((listener) => {
    window.addEventListener('popstate', listener);
    window.addEventListener('popstate', listener, { passive: true });
  });
  expect(calls).toBe(2);
});

test('a listener with `once` receives a single event', async () => {
  expect(await callsAfterTwoMoves((listener) => window.addEventListener('popstate', listener, { once: true }))).toBe(1);
});

test('a listener whose signal is aborted, before or after it was added, receives nothing more', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const calls = await callsAfterTwoMoves((listener) => {
    window.addEventListener('popstate', listener, { signal });
    controller.abort();
  });
  expect(calls).toBe(0);
  expect(await callsAfterTwoMoves((listener) => window.addEventListener('popstate', listener, { signal }))).toBe(0);
});

test('listener objects and other events are left to the browser', async () => {
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

test('a library that replaces the methods of all event targets later, as zone.js does, gets the listeners', () => {
  const { addEventListener } = EventTarget.prototype;
  const patched = jest.fn(addEventListener);
  const onResize = () => {};
  try {
    EventTarget.prototype.addEventListener = patched;
    window.addEventListener('resize', onResize);
  } finally {
    EventTarget.prototype.addEventListener = addEventListener;
    window.removeEventListener('resize', onResize);
  }
  expect(patched).toHaveBeenCalledWith('resize', onResize, undefined);
});

import { allowStyleTags, getStyleNonce } from './style-nonce';

/** jsdom has no entries of performance. */
function giveServerTiming(serverTiming: readonly { name: string; description: string }[]): void {
  const entry = Object.assign(new PerformanceResourceTiming(), { serverTiming });
  Object.assign(performance, { getEntriesByType: () => [entry] });
}

afterEach(() => {
  Object.assign(performance, { getEntriesByType: () => [] });
  Reflect.deleteProperty(document, 'createElement');
  document.head.replaceChildren();
});

test('style tags of scripts have the nonce of the page, and tools find it', () => {
  giveServerTiming([
    { name: 'request', description: 'r' },
    { name: 'style-nonce', description: 'n' },
  ]);
  allowStyleTags();
  expect(getStyleNonce()).toBe('n');
  expect(document.createElement('style').nonce).toBe('n');
  expect(document.createElement('script').nonce).toBe('');
  const meta = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]');
  expect(meta?.nonce).toBe('n');
});

test('a page with overrides has the nonce for browsers that do not show the timings of the server', () => {
  document.head.innerHTML = '<script id="portico-overrides" nonce="o"></script>';
  expect(getStyleNonce()).toBe('o');
});

test('a page without a nonce stays unchanged', () => {
  allowStyleTags();
  expect(getStyleNonce()).toBe('');
  expect(document.head.innerHTML).toBe('');
  expect(Object.hasOwn(document, 'createElement')).toBe(false);
});

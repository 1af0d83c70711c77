import { keepReload, lastReloadBefore, reloadsFor } from './reload-guard';

const storage = Object.getOwnPropertyDescriptor(window, 'sessionStorage');
afterEach(() => {
  if (storage) Object.defineProperty(window, 'sessionStorage', storage);
  sessionStorage.clear();
});

test('each release that a unit was reloaded for is kept, and those of one say nothing of another', () => {
  expect(keepReload('@module/smsa', 'https://cdn.test/2.js')).toBe(true);
  expect(keepReload('@module/smsa', 'https://cdn.test/3.js')).toBe(true);
  expect(reloadsFor('@module/smsa')).toEqual(['https://cdn.test/2.js', 'https://cdn.test/3.js']);
  expect(reloadsFor('@module/hrstudium')).toEqual([]);
});

test('what this page was loaded for stays what it was, whatever is kept later', () => {
  sessionStorage.setItem('portico:reloads:@module/late', 'https://cdn.test/2.js');
  keepReload('@module/late', 'https://cdn.test/3.js');
  expect(lastReloadBefore('@module/late')).toBe('https://cdn.test/2.js');
  expect(lastReloadBefore('@module/never')).toBeUndefined();
});

test('a storage that keeps nothing says so', () => {
  Object.defineProperty(window, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Denied', 'SecurityError');
    },
  });
  expect(keepReload('@module/smsa', 'https://cdn.test/2.js')).toBe(false);
  expect(reloadsFor('@module/smsa')).toEqual([]);
});

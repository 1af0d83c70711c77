import { getReloadedRelease, getReloads, storeReload } from './reload-guard';

const storage = Object.getOwnPropertyDescriptor(window, 'sessionStorage');
afterEach(() => {
  if (storage) Object.defineProperty(window, 'sessionStorage', storage);
  sessionStorage.clear();
});

test('the releases that the page was reloaded for are stored by unit', () => {
  expect(storeReload('@module/smsa', 'https://cdn.test/2.js')).toBe(true);
  expect(storeReload('@module/smsa', 'https://cdn.test/3.js')).toBe(true);
  expect(getReloads('@module/smsa')).toEqual(['https://cdn.test/2.js', 'https://cdn.test/3.js']);
  expect(getReloads('@module/hrstudium')).toEqual([]);
});

test('the release that this page was loaded for does not change later', () => {
  sessionStorage.setItem('portico:reloads:@module/late', 'https://cdn.test/2.js');
  storeReload('@module/late', 'https://cdn.test/3.js');
  expect(getReloadedRelease('@module/late')).toBe('https://cdn.test/2.js');
  expect(getReloadedRelease('@module/never')).toBeUndefined();
});

test('a browser that stores nothing is noticed', () => {
  Object.defineProperty(window, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Denied', 'SecurityError');
    },
  });
  expect(storeReload('@module/smsa', 'https://cdn.test/2.js')).toBe(false);
  expect(getReloads('@module/smsa')).toEqual([]);
});

import { appendToList, readList } from './session-lists';

const storage = Object.getOwnPropertyDescriptor(window, 'sessionStorage');
afterEach(() => {
  if (storage) Object.defineProperty(window, 'sessionStorage', storage);
  sessionStorage.clear();
});

test('lines are stored by list and unit, in their order', () => {
  expect(appendToList('reloads', '@module/smsa', 'https://cdn.test/2.js')).toBe(true);
  expect(appendToList('reloads', '@module/smsa', 'https://cdn.test/3.js')).toBe(true);
  expect(readList('reloads', '@module/smsa')).toEqual(['https://cdn.test/2.js', 'https://cdn.test/3.js']);
  expect(readList('failed', '@module/smsa')).toEqual([]);
  expect(readList('reloads', '@module/hrstudium')).toEqual([]);
});

test('a browser that stores nothing is noticed', () => {
  Object.defineProperty(window, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Denied', 'SecurityError');
    },
  });
  expect(appendToList('reloads', '@module/smsa', 'https://cdn.test/2.js')).toBe(false);
  expect(readList('reloads', '@module/smsa')).toEqual([]);
});

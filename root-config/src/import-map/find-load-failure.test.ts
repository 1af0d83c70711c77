import { findLoadFailure } from './follow-deploys';

const chunk = 'https://cdn.test/smsa/1/chunk.js';
const failure = (error: unknown, source?: string, address?: string) => findLoadFailure({ error, source, address });
const named = (name: string, message: string, more = {}) => Object.assign(new Error(message), { name, ...more });

test.each([
  ['webpack', named('ChunkLoadError', `Loading chunk 12 failed.\n(missing: ${chunk})`)],
  ['webpack, which says what it asked for', named('ChunkLoadError', 'Loading chunk 12 failed.', { request: chunk })],
  ['its styles', named('Error', `Loading CSS chunk app-3 failed.\n(${chunk})`)],
  ['styles of Vite', new Error(`Unable to preload CSS for ${chunk}`)],
  ['Chromium', new TypeError(`Failed to fetch dynamically imported module: ${chunk}`)],
  ['Firefox', new TypeError(`error loading dynamically imported module: ${chunk}`)],
  [
    'SystemJS',
    new Error(`Error loading ${chunk} (SystemJS https://github.com/systemjs/systemjs/blob/main/docs/errors.md#3)`),
  ],
  ['what wraps one of these', new Error('crash', { cause: named('ChunkLoadError', '', { request: chunk }) })],
])('%s names the file that did not load', (_, error) => {
  expect(failure(error, '@module/smsa')).toEqual({ address: chunk, source: '@module/smsa' });
});

test('Safari does not name the file, so only its owner is known', () => {
  const error = new TypeError('Importing a module script failed.');
  expect(failure(error, '@module/smsa')).toEqual({ address: undefined, source: '@module/smsa' });
});

test('a file that does not parse did not load; its address is the script of the report', () => {
  const error = Object.assign(new SyntaxError("Unexpected token '<'"), { stack: "SyntaxError: Unexpected token '<'" });
  expect(failure(error, '@module/smsa', chunk)).toEqual({ address: chunk, source: '@module/smsa' });
});

test('text that a script could not parse is not a missing file', () => {
  const stack = `SyntaxError: Unexpected token '<'\n    at JSON.parse (<anonymous>)\n    at load (${chunk}:1:2)`;
  expect(failure(Object.assign(new SyntaxError("Unexpected token '<'"), { stack }))).toBeUndefined();
});

test('any other error is not a missing file, even if it is its own cause', () => {
  const error = new Error('boom');
  error.cause = error;
  expect(failure(error)).toBeUndefined();
  expect(failure('Loading chunk 12 failed.')).toBeUndefined();
  expect(failure(undefined)).toBeUndefined();
});

import { waitFor } from '@testing-library/dom';
import { evaluatedModules } from '../module-host/module-import';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { DeployFollower, findLoadFailure } from './follow-deploys';
import { liveImportMap } from './live-import-map';

const getAddress = (key: string, file: string) => `https://cdn.test/${key}/1/${file}`;

let loader: TestLoader;
beforeAll(async () => {
  loader = await startTestLoader({
    imports: { '@module/smsa': getAddress('smsa', 'app.js'), '@module/cards': getAddress('cards', 'app.js') },
  });
  // jsdom lacks it.
  Object.assign(globalThis, { PerformanceNavigationTiming: class {} });
  new DeployFollower().start();
});
afterAll(() => loader.close());

const createScript = (src: string) => Object.assign(document.createElement('script'), { src });
const createStyleSheet = (href: string) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href });

it.each([
  ['script', 'smsa', createScript, 'page.js'],
  ['style sheet', 'cards', createStyleSheet, 'page.css'],
])('reloads the page when a %s is missing that a deploy has removed', async (_, key, create, file) => {
  // jsdom cannot reload: it logs that instead.
  const log = jest.spyOn(console, 'error').mockImplementation();
  evaluatedModules.set(`@module/${key}`, getAddress(key, 'app.js'));
  liveImportMap.openModule = `@module/${key}`;
  loader.live.map = { imports: { [`@module/${key}`]: `https://cdn.test/${key}/2/app.js` } };
  const element = create(getAddress(key, file));
  document.head.append(element);
  element.dispatchEvent(new Event('error'));
  await waitFor(() => expect(log.mock.calls.some(([error]) => /navigation/.test(String(error)))).toBe(true));
  element.remove();
  log.mockRestore();
});

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

import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { setApart } from './set-apart';

const name = '@module/smsa';
const [first, second] = ['https://cdn.test/smsa/1/app.js', 'https://cdn.test/smsa/2/app.js'];

let loader: TestLoader;
beforeAll(async () => {
  loader = await startTestLoader({ imports: { [name]: second, '@module/other': 'https://cdn.test/other/app.js' } });
});
afterAll(() => loader.close());
afterEach(() => {
  for (const global of ['webpackChunksmsa', 'webpackChunkother']) Reflect.deleteProperty(window, global);
  Reflect.deleteProperty(document, 'currentScript');
  for (const script of document.querySelectorAll('script[src]')) script.remove();
});

/** The array of a build, as its webpack runtime makes it: it answers who asks for its public path. */
function startBuild(global: string, publicPath: string): unknown[] {
  const found: unknown = Reflect.get(window, global);
  const chunks: unknown[] = Array.isArray(found) ? found : [];
  Reflect.set(window, global, chunks);
  const keep = chunks.push.bind(chunks);
  chunks.push = (chunk: unknown) => {
    const run: unknown = Array.isArray(chunk) ? chunk[2] : undefined;
    if (typeof run === 'function') run(Object.assign(() => undefined, { p: publicPath }));
    return keep(chunk);
  };
  return chunks;
}

function runAs<Result>(src: string, task: () => Result): Result {
  const script = Object.assign(document.createElement('script'), { src });
  Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
  try {
    return task();
  } finally {
    Reflect.deleteProperty(document, 'currentScript');
  }
}
const arrayFor = (src: string) => runAs(src, () => Reflect.get(window, 'webpackChunksmsa'));

test('the next build starts without an array, and each gets its own chunks', () => {
  const failed = startBuild('webpackChunksmsa', 'https://cdn.test/smsa/2/');
  setApart(name, second, first);
  expect(Reflect.get(window, 'webpackChunksmsa')).toBeUndefined();
  const next = startBuild('webpackChunksmsa', 'https://cdn.test/smsa/1/');
  expect(next).not.toBe(failed);
  expect(arrayFor('https://cdn.test/smsa/2/chunk.js')).toBe(failed);
  expect(arrayFor('https://cdn.test/smsa/1/chunk.js')).toBe(next);
  // Once that has failed, too, a third one starts afresh.
  setApart(name, first, second);
  expect(Reflect.get(window, 'webpackChunksmsa')).toBeUndefined();
});

test('two builds of one folder have an array each, and the later one gets what comes', () => {
  const other = 'https://cdn.test/smsa/2/app.1.js';
  startBuild('webpackChunksmsa', 'https://cdn.test/smsa/2/');
  setApart(name, second, other);
  const next = startBuild('webpackChunksmsa', 'https://cdn.test/smsa/2/');
  expect(arrayFor('https://cdn.test/smsa/2/chunk.js')).toBe(next);
});

test('the arrays of others stay as they are', () => {
  const other = startBuild('webpackChunkother', 'https://cdn.test/other/');
  setApart(name, second, first);
  expect(Reflect.get(window, 'webpackChunkother')).toBe(other);
});

test('scripts of the build that are on their way run no more', () => {
  for (const src of [second, 'https://cdn.test/smsa/2/chunk.js', first, 'https://cdn.test/other/chunk.js']) {
    document.head.append(Object.assign(document.createElement('script'), { src }));
  }
  setApart(name, second, first);
  const left = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src);
  expect(left).toEqual([first, 'https://cdn.test/other/chunk.js']);
});

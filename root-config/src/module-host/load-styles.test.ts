import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { hasLinks, loadStyles } from './load-styles';

const own = '/modules/orders/1/a.css';
const other = 'https://cdn.test/b.css';
const getLinks = () => [...document.head.querySelectorAll('link')];
const tell = (link: HTMLLinkElement | undefined, event: 'load' | 'error') => link?.dispatchEvent(new Event(event));

let loader: TestLoader;
beforeAll(async () => {
  loader = await startTestLoader({ integrity: { [other]: 'sha384-x' } });
});
afterEach(() => {
  jest.useRealTimers();
  for (const link of getLinks()) link.remove();
});
afterAll(() => loader.close());

test('style sheets are added in their order, with their integrity, and awaited', async () => {
  let hasLoaded = false;
  const loading = loadStyles([own, other]).then(() => {
    hasLoaded = true;
  });
  const [first, second] = getLinks();
  expect([first?.href, first?.getAttribute('crossorigin')]).toEqual([location.origin + own, null]);
  expect([second?.href, second?.getAttribute('crossorigin')]).toEqual([other, 'anonymous']);
  expect(second && Reflect.get(second, 'integrity')).toBe('sha384-x');
  tell(first, 'load');
  await Promise.resolve();
  expect(hasLoaded).toBe(false);
  tell(second, 'load');
  await loading;
  expect(getLinks()).toEqual([first, second]);
});

test('one that is in the document already is not added again', async () => {
  const loading = [loadStyles([other]), loadStyles([other])];
  const links = getLinks();
  expect(links).toHaveLength(1);
  tell(links[0], 'load');
  await Promise.all(loading);
});

/** Lets an attempt fail, and waits until the next one has begun. */
async function failNext(index = 0): Promise<void> {
  tell(getLinks()[index], 'error');
  await jest.advanceTimersByTimeAsync(1_200);
}

test('one that does not load is requested again at fresh addresses, in its place and with its integrity', async () => {
  jest.useFakeTimers();
  const loading = loadStyles([other, own]);
  tell(getLinks()[1], 'load');
  await failNext();
  expect(getLinks().map(({ href }) => href)).toEqual([`${other}?retry=1`, location.origin + own]);
  // Another load of the same module joins.
  const joined = loadStyles([other, own]);
  await failNext();
  expect(getLinks().map(({ href }) => href)).toEqual([`${other}?retry=2`, location.origin + own]);
  expect(getLinks()[0] && Reflect.get(getLinks()[0] ?? {}, 'integrity')).toBe('sha384-x');
  tell(getLinks()[0], 'load');
  await Promise.all([loading, joined]);
});

test('one that fails after all retries is named in the error, and its link stays for a later visit', async () => {
  jest.useFakeTimers();
  const loading = loadStyles([own, other]);
  const failure = expect(loading).rejects.toThrow('The style sheet https://cdn.test/b.css did not load.');
  tell(getLinks()[0], 'load');
  for (let attempt = 0; attempt < 3; attempt += 1) await failNext(1);
  await failure;
  expect(getLinks().map(({ href }) => href)).toEqual([location.origin + own, `${other}?retry=2`]);
});

test('a disabled one belongs to a module that the user has left, and does not count', async () => {
  const loading = loadStyles([other]);
  const [left] = getLinks();
  tell(left, 'load');
  await loading;
  if (left) Object.defineProperty(left, 'sheet', { value: { disabled: true } });
  expect(hasLinks([other])).toBe(false);
  const again = loadStyles([other]);
  expect(getLinks()).toHaveLength(2);
  tell(getLinks()[1], 'load');
  await again;
});

test('a link says that it has failed, until it loads', () => {
  void loadStyles([other]).catch(() => undefined);
  const [link] = getLinks();
  tell(link, 'error');
  expect(link?.dataset.failed).toBe('');
  tell(link, 'load');
  expect(link?.dataset.failed).toBeUndefined();
});

test('nothing is requested for a user who has left', async () => {
  jest.useFakeTimers();
  const loading = loadStyles([other]);
  const [link] = getLinks();
  tell(link, 'error');
  link?.remove();
  await jest.advanceTimersByTimeAsync(1_200);
  await loading;
  expect(getLinks()).toEqual([]);
});

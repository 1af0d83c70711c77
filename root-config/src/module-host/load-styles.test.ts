import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { loadStyles } from './load-styles';

const own = '/modules/orders/1/a.css';
const other = 'https://cdn.test/b.css';
const getLinks = () => [...document.head.querySelectorAll('link')];

let loader: TestLoader;
beforeAll(async () => {
  loader = await startTestLoader({ integrity: { [other]: 'sha384-x' } });
});
afterEach(() => {
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
  first?.dispatchEvent(new Event('load'));
  await Promise.resolve();
  expect(hasLoaded).toBe(false);
  second?.dispatchEvent(new Event('load'));
  await loading;
  expect(getLinks()).toEqual([first, second]);
});

test('one that is in the document stays the only one', async () => {
  const loading = [loadStyles([other]), loadStyles([other])];
  const links = getLinks();
  expect(links).toHaveLength(1);
  links[0]?.dispatchEvent(new Event('load'));
  await Promise.all(loading);
});

test('one that does not load is named, and none stays', async () => {
  const loading = loadStyles([own, other]);
  getLinks()[1]?.dispatchEvent(new Event('error'));
  await expect(loading).rejects.toThrow('The style sheet https://cdn.test/b.css did not load.');
  expect(getLinks()).toEqual([]);
});

import { prefetchModule } from './prefetch-module';

const integrity = `sha384-${'A'.repeat(64)}`;
const loaded = new Set<string>();

beforeAll(() => {
  const imports = {
    '@module/near': 'http://localhost/near.js',
    '@module/far': 'http://modules.test/far.js',
    '@module/gone': 'http://localhost/gone.js',
    '@module/open': 'http://localhost/open.js',
  };
  // The loader of the page, which tests do not have.
  Object.assign(window, {
    System: {
      has: (address: string) => loaded.has(address),
      getImportMap: () => ({ imports, integrity: { [imports['@module/near']]: integrity } }),
    },
  });
});
afterEach(() => {
  for (const link of links()) link.remove();
});

const links = () => [...document.querySelectorAll<HTMLLinkElement>('link')];

it('fetches the file as the loader will ask for it, once', () => {
  prefetchModule('near');
  prefetchModule('near');
  expect(links()).toHaveLength(1);
  const [link] = links();
  expect(link).toHaveAttribute('rel', 'preload');
  expect(link?.as).toBe('script');
  expect(link).toHaveAttribute('href', 'http://localhost/near.js');
  expect(link?.integrity).toBe(integrity);
  expect(link).not.toHaveAttribute('crossorigin');
});

it('asks another origin as the loader does', () => {
  prefetchModule('far');
  expect(links()[0]?.crossOrigin).toBe('anonymous');
});

it('leaves alone what is loaded, and what the portal does not have', () => {
  loaded.add('http://localhost/open.js');
  prefetchModule('open');
  prefetchModule('nobody');
  expect(links()).toEqual([]);
});

it('tries again after a failure', () => {
  prefetchModule('gone');
  links()[0]?.dispatchEvent(new Event('error'));
  expect(links()).toEqual([]);
  prefetchModule('gone');
  expect(links()).toHaveLength(1);
});

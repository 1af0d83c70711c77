import { prefetchModule } from './prefetch-module';

const integrity = `sha384-${'A'.repeat(64)}`;
const loaded = new Set<string>();

beforeAll(() => {
  const imports = {
    '@module/near': 'http://localhost/near.js',
    '@module/far': 'http://modules.test/far.js',
    '@module/gone': 'http://localhost/gone.js',
    '@module/open': 'http://localhost/open.js',
    '@module/vite': 'http://modules.test/vite.js',
  };
  const entries = { 'http://modules.test/vite.js': { form: 'es-module' } };
  document.head.innerHTML = `
    <script type="application/json" id="portico-configuration">{}</script>
    <script type="application/json" id="portico-state">{}</script>
    <script type="systemjs-importmap">${JSON.stringify({ imports, entries })}</script>`;
  // Doubles SystemJS.
  Object.assign(window, {
    System: {
      has: (address: string) => loaded.has(address),
      resolve: (address: string) => address,
      getImportMap: () => ({ imports, integrity: { [imports['@module/near']]: integrity } }),
    },
  });
});
afterEach(() => {
  for (const link of links()) link.remove();
});

const links = () => [...document.querySelectorAll<HTMLLinkElement>('link')];

it('fetches the file once, in the way SystemJS will request it', () => {
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

it('requests another origin in the way SystemJS does', () => {
  prefetchModule('far');
  expect(links()[0]?.crossOrigin).toBe('anonymous');
});

it('requests an ES module in the way the browser imports it', () => {
  prefetchModule('vite');
  expect(links()[0]).toHaveAttribute('rel', 'modulepreload');
  expect(links()[0]).not.toHaveAttribute('crossorigin');
});

it('fetches nothing for a loaded or an unknown module', () => {
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

import { testFolder } from '../testing/test-folder';
import { findStyles } from './find-styles';

const dist = testFolder();

test('the only style sheet that no script names belongs to the entry, as Vite leaves it', async () => {
  await dist.write({
    'portal.js': 'import("./Details.js");const deps=["assets/Details-Cx12_aBz.css"]',
    'assets/index-Dk3f9a2b.css': '',
    'assets/Details-Cx12_aBz.css': '',
  });
  expect(await findStyles(dist.at(), 'portal.js')).toEqual({ styles: ['assets/index-Dk3f9a2b.css'], unasked: [] });
});

test('mini-css-extract names it after the entry, and loads others by the names of their chunks', async () => {
  await dist.write({
    'orders.js': 'u.miniCssF=e=>""+e+".css";u.e("late");u.e(179)',
    'orders.css': '',
    'late.css': '',
    '179.css': '',
  });
  expect(await findStyles(dist.at(), 'orders.js')).toEqual({ styles: ['orders.css'], unasked: [] });
});

test('in a federation, one script asks for a chunk and another one loads its styles', async () => {
  await dist.write({
    'remoteEntry.js': 'r.k=e=>(234===e?"__federation_expose_app":e)+".css"',
    '__federation_expose_app.js': 'lazy(()=>g.e(4).then(g.bind(g,2306)))',
    '__federation_expose_app.css': '',
    '4.css': '',
  });
  expect(await findStyles(dist.at(), 'remoteEntry.js')).toEqual({ styles: [], unasked: [] });
});

test("Vite's manifest names them, those of imported chunks first", async () => {
  await dist.write({
    'portal.js': '',
    'assets/a.css': '',
    'assets/b.css': '',
    'assets/c.css': '',
    '.vite/manifest.json': JSON.stringify({
      'src/portal.ts': { file: 'portal.js', css: ['assets/b.css'], imports: ['_shared.js'] },
      '_shared.js': { file: 'shared.js', css: ['assets/a.css'], imports: ['src/portal.ts'] },
    }),
  });
  expect(await findStyles(dist.at(), 'portal.js')).toEqual({
    styles: ['assets/a.css', 'assets/b.css'],
    unasked: ['assets/c.css'],
  });
});

test('what a page of the build links to belongs to that page, unless it has the entry', async () => {
  await dist.write({
    'remoteEntry.js': '',
    'assets/index-Dk3f9a2b.css': '',
    'index.html': '<script src="./assets/index-Ab12cd34.js"></script><link href="./assets/index-Dk3f9a2b.css">',
  });
  expect(await findStyles(dist.at(), 'remoteEntry.js')).toEqual({ styles: [], unasked: [] });
  await dist.write({ 'index.html': '<script src="remoteEntry.js"></script><link href="assets/index-Dk3f9a2b.css">' });
  expect(await findStyles(dist.at(), 'remoteEntry.js')).toEqual({ styles: ['assets/index-Dk3f9a2b.css'], unasked: [] });
  await dist.write({ 'manifest.json': JSON.stringify({ 'virtual:remote': { file: 'remoteEntry.js' } }) });
  expect(await findStyles(dist.at(), 'remoteEntry.js')).toEqual({ styles: [], unasked: [] });
});

const sheets = { 'css/vendor.css': '', 'css/app.css': '', 'css/other.css': '' };
const ofEntry = { styles: ['css/vendor.css', 'css/app.css'], unasked: ['css/other.css'] };

test.each<[string, string, object]>([
  ['webpack-manifest-plugin', 'asset-manifest.json', { entrypoints: ['css/vendor.css', 'css/app.css', 'js/app.js'] }],
  [
    'webpack-assets-manifest',
    'assets-manifest.json',
    {
      entrypoints: {
        other: { assets: { js: ['js/other.js'], css: ['css/other.css'] } },
        app: { assets: { js: ['/js/app.js'], css: ['/css/vendor.css', '/css/app.css'] } },
      },
    },
  ],
  [
    'the stats of webpack',
    'stats.json',
    {
      entrypoints: {
        app: { assets: [{ name: 'css/vendor.css' }, { name: 'css/app.css' }, { name: 'js/app.js' }], chunks: [1] },
      },
    },
  ],
  [
    'a federation',
    'mf-manifest.json',
    {
      metaData: { remoteEntry: { name: 'js/app.js', path: '' } },
      exposes: [
        { path: './app', assets: { css: { sync: ['css/vendor.css', 'css/app.css'], async: ['css/other.css'] } } },
      ],
    },
  ],
])('the manifest of %s says which sheets belong to the entry', async (_tool, file, manifest) => {
  await dist.write({ 'js/app.js': '', ...sheets, [file]: JSON.stringify(manifest) });
  expect(await findStyles(dist.at(), 'js/app.js')).toEqual(ofEntry);
  expect((await findStyles(dist.at(), 'js/late.js')).styles).toEqual([]);
});

test('a sheet that a script loads is not loaded again, whatever a manifest says', async () => {
  await dist.write({
    'js/app.js': 'link.href="css/app.css"',
    'css/app.css': '',
    'asset-manifest.json': JSON.stringify({ entrypoints: ['css/app.css', 'js/app.js'] }),
  });
  expect(await findStyles(dist.at(), 'js/app.js')).toEqual({ styles: [], unasked: [] });
});

test('the page that loads the entry says which sheets belong to it, in its order', async () => {
  const link = (name: string) => `<link href="/css/${name}.css" rel="stylesheet">`;
  await dist.write({
    'js/app.js': '',
    ...sheets,
    'index.html': `<script src="/js/app.js"></script>${link('vendor')}${link('app')}`,
  });
  expect(await findStyles(dist.at(), 'js/app.js')).toEqual(ofEntry);
});

test('manifests of other shapes say nothing', async () => {
  for (const text of [
    '{',
    '[]',
    '{"entrypoints":5}',
    '{"entrypoints":{"__proto__":null}}',
    '{"name":"An application"}',
  ])
    await dist.write({ 'js/app.js': '', 'one.css': '', 'two.css': '', 'manifest.json': text });
  expect(await findStyles(dist.at(), 'js/app.js')).toEqual({ styles: [], unasked: ['one.css', 'two.css'] });
});

test('several that nothing names are the choice of the team', async () => {
  await dist.write({ 'orders.js': '', 'one.css': '', 'two.css': '' });
  expect(await findStyles(dist.at(), 'orders.js')).toEqual({ styles: [], unasked: ['one.css', 'two.css'] });
  expect(await findStyles(dist.at(), 'orders.js', ['two.css', 'one.css'])).toEqual({
    styles: ['two.css', 'one.css'],
    unasked: [],
  });
});

test('a build without style sheets has none', async () => {
  await dist.write({ 'orders.js': '' });
  expect(await findStyles(dist.at(), 'orders.js')).toEqual({ styles: [], unasked: [] });
});

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

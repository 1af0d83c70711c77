import { testFolder } from '../testing/test-folder';
import { findUnaskedFiles } from './find-unasked-files';

const dist = testFolder();

async function findIn(files: Record<string, string>, asked: readonly string[]): Promise<string[]> {
  await dist.write(files);
  return (await findUnaskedFiles(dist.at(), asked)).map(({ name }) => name);
}

test('a name of unusual characters is found as it is', async () => {
  await dist.write({ 'entry.js': 'import("./a(b),c.js")', 'a(b),c.js': '', 'a(b),d.js': '' });
  expect((await findUnaskedFiles(dist.at(), ['entry.js'])).map(({ name }) => name)).toEqual(['a(b),d.js']);
});

test('names the files of an earlier build of Vite, and no late chunk or asset', async () => {
  const found = await findIn(
    {
      'portal.js': 'import("./assets/Details-Cx12_aBz.js");',
      'assets/Details-Cx12_aBz.js': 'new URL("logo-Ab3d_9x.svg",import.meta.url);import"./shared-9dk3Fa_2.js"',
      'assets/shared-9dk3Fa_2.js': '',
      'assets/logo-Ab3d_9x.svg': '',
      'assets/index-Dk3f9a2b.css': '@font-face{src:url(./inter-77aaBB_c.woff2)}',
      'assets/inter-77aaBB_c.woff2': '',
      'assets/Details-OLD1_aBz.js': 'import"./only-old-12345678.js"',
      'assets/only-old-12345678.js': '',
      'assets/logo-OLD1_9x.svg': '',
      'vite.svg': '',
    },
    ['portal.js'],
  );
  expect(found).toEqual([
    'assets/Details-OLD1_aBz.js',
    'assets/logo-OLD1_9x.svg',
    'assets/only-old-12345678.js',
    'vite.svg',
  ]);
});

test('knows the names of chunks that webpack composes', async () => {
  const found = await findIn(
    {
      'orders.js':
        'r.u=e=>({42:"late"}[e]||e)+"."+{42:"8f2a11",179:"77bc01",201:"c0ffee"}[e]+".js";r.e(42).then();r.e(179)',
      'late.8f2a11.js': 'r.e(201).then()',
      '179.77bc01.js': '',
      '201.c0ffee.js': '',
      'late.0ld0ld.js': '',
      '179.0ld0ld.js': '',
      'old.js': 'old',
    },
    ['orders.js'],
  );
  expect(found).toEqual(['179.0ld0ld.js', 'late.0ld0ld.js', 'old.js']);
});

test('a folder before what a script composes stands for all its files', async () => {
  const files = {
    'portal.js': `img.src=base+"flags/"+code+".svg";fetch(\`\${base}locales/\${language}/common.json\`)`,
    'flags/br.svg': '',
    'locales/pt/common.json': '',
    'flowers/br.svg': '',
  };
  expect(await findIn(files, ['portal.js'])).toEqual(['flowers/br.svg']);
});

test('what a manifest or the page of the build names is of this build', async () => {
  const files = {
    'remoteEntry.js': '',
    'mf-manifest.json': '{"exposes":[{"assets":{"js":{"async":["static/js/late.11.js"]}}}]}',
    'static/js/late.11.js': '',
    'index.html': '<script src="/assets/main-12ab34cd.js"></script>',
    'assets/main-12ab34cd.js': '',
    'report.html': '',
  };
  expect(await findIn(files, ['remoteEntry.js'])).toEqual(['report.html']);
});

test('what is not for the module is no waste, except a second form of each file', async () => {
  const files = {
    'orders.js': '',
    'orders.js.map': '',
    'orders.js.gz': '',
    'orders.js.LICENSE.txt': '',
    'my logo.png': '',
    '.vite/manifest.json': '{}',
    LICENSE: '',
    'README.md': '',
    'favicon.svg': '',
    'types/orders.d.ts': '',
    '@mf-types.zip': '',
    'prerendered-routes.json': '',
  };
  expect(await findIn(files, ['orders.js'])).toEqual(['orders.js.gz']);
});

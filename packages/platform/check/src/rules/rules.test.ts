import { base, chunkLoader, createEvidence, portal } from '../testing/create-evidence';
import { applyRules, findRemarks } from './rules';

test('a valid module breaks no rule, whatever it fetches from the API and the media of the portal', () => {
  const requests = [
    { url: `${portal}/api/users/me`, kind: 'fetch' },
    { url: `${portal}/media/icons/solid/bell.svg`, kind: 'image' },
  ];
  const evidence = createEvidence({ seen: { requests } });
  expect([applyRules(evidence), findRemarks(evidence)]).toEqual([[], []]);
});

test.each<[string, Parameters<typeof createEvidence>[0], RegExp[]]>([
  ['a failure', { seen: { failures: [{ step: 'mount', message: 'no' }] } }, [/^Mounting it failed: “no”$/]],
  [
    'wrong exports',
    { seen: { failures: [{ step: 'exports', message: '' }] } },
    [/^The exports of orders\.js cannot be mounted: /],
  ],
  [
    'a parcel that it does not export',
    { seen: { failures: [{ step: 'parcel', message: 'card' }] } },
    [/^Its "parcels" name the export card, which orders\.js does not have as a parcel: /],
  ],
  ['its size', { maxSize: 1_000 }, [/^It is too large: 2\.0 KB compressed .* the limit is 1\.0 KB\.$/]],
  [
    'an eval devtool',
    {
      seen: { violations: [{ directive: 'script-src', blocked: 'eval' }] },
      loaded: [{ name: 'orders.js', text: 'eval("{ 1 }")', size: 1 }],
      bundler: { name: 'webpack', file: 'webpack.config.cjs' },
    },
    [/blocks eval: choose a devtool.*\n {6}→ webpack\.config\.cjs: devtool: 'source-map'$/],
  ],
  [
    'code from text',
    { seen: { violations: [{ directive: 'script-src', blocked: 'eval', place: 'node_modules/ajv/core.js:7' }] } },
    [/evaluated from text \(eval, new Function\), in node_modules\/ajv\/core\.js:7: use a build/],
  ],
  [
    'WebAssembly that it does not declare',
    { seen: { violations: [{ directive: 'script-src', blocked: 'wasm-eval', place: 'src/sum.ts:2' }] } },
    [
      /^The content policy blocks wasm \(src\/sum\.ts:2\): declare it in package\.json.*\n {6}→ package\.json: .*"wasm": true/,
    ],
  ],
  [
    'workers, fonts and media from addresses that it makes',
    {
      seen: {
        violations: [
          { directive: 'worker-src', blocked: 'blob' },
          { directive: 'font-src', blocked: 'data' },
          { directive: 'media-src', blocked: 'blob' },
        ],
      },
    },
    [/blocks workers:.*\n.*"workers": true.*"fonts": .*"media": /, /blocks fonts data::/, /blocks media, media blob::/],
  ],
  [
    'a build that looks for its address by the name that it had',
    {
      seen: {
        failures: [
          {
            step: 'load',
            message:
              "systemjs-webpack-interop: There is no such module '@acme/clients' in the SystemJS registry. Did you misspell the name of your module?",
          },
        ],
      },
    },
    [/by the name "@acme\/clients" \(systemjs-webpack-interop\).* give that one to setPublicPath\.$/],
  ],
  [
    'a library that requires what the build leaves out',
    {
      seen: { failures: [{ step: 'load', message: 'Calling `require` for "react" in an environment' }] },
      bundler: { name: 'vite', file: 'vite.config.ts' },
    },
    [/\n {6}→ vite\.config\.ts: plugins: \[esmExternalRequirePlugin\(\{ external: \['react'/],
  ],
  [
    'a development build',
    {
      seen: {
        failures: [{ step: 'load', message: 'Failed to resolve module specifier "react/jsx-dev-runtime". Relative' }],
      },
      bundler: { name: 'webpack', file: 'webpack.config.js' },
    },
    [/It is a development build.*\n {6}→ webpack\.config\.js: mode: 'production'$/],
  ],
  [
    'variables of Node',
    {
      seen: { failures: [{ step: 'mount', message: 'process is not defined' }] },
      bundler: { name: 'vite', file: 'vite.config.ts' },
    },
    [/^Mounting it failed: “process is not defined”\. It reads process\.env.*\n {6}→ vite\.config\.ts: define:/],
  ],
  [
    'a build for Node, once',
    {
      seen: { failures: [{ step: 'load', message: 'exports is not defined' }], errors: ['exports is not defined'] },
      bundler: { name: 'esbuild', file: 'package.json' },
    },
    [/It is a build for Node \(CommonJS\)\.\n {6}→ package\.json: format: 'esm' \(--format=esm\)$/],
  ],
  [
    'an entry that renders into a page of its own',
    { seen: { failures: [{ step: 'load', message: 'Minified React error #299; visit https://react.dev' }] } },
    [/name an entry that exports mount\(element\), and render into that element\.$/],
  ],
  [
    'a file of the build that it looks for on the portal, in a version that its team hosts',
    {
      seen: { requests: [{ url: `${portal}/logo.png`, kind: 'image' }] },
      misplaced: ['logo.png'],
      module: { ...createEvidence().module, mirror: { address: base, integrity: {} } },
    },
    [
      /^It requests \/logo\.png from the portal, but the file is in its build: import it .* new URL\('logo\.png', import/,
    ],
  ],
  [
    'a service worker',
    { seen: { serviceWorkers: [{ url: '/sw.js', place: 'src/main.ts:3' }] } },
    [/^It registers a service worker, \/sw\.js \(src\/main\.ts:3\): the portal has one/],
  ],
  [
    'a container that exposes something else',
    {
      seen: { failures: [{ step: 'load', message: 'Module "./app" does not exist in container.' }] },
      loaded: [{ name: 'orders.js', text: 'var a={"./main":()=>b.e(1),"./Button":()=>b.e(2)}', size: 1 }],
      bundler: { name: 'rspack', file: 'rspack.config.mjs' },
    },
    [/It exposes \.\/main, \.\/Button\.\n {6}→ rspack\.config\.mjs: exposes: \{ '\.\/app'/],
  ],
  [
    'no uniqueName',
    {
      seen: { chunkLoaders: [{ ...chunkLoader, global: 'webpackChunk' }] },
      bundler: { name: 'webpack', file: 'webpack.config.js' },
    },
    [/^The build has no uniqueName.*\n {6}→ webpack\.config\.js: output: \{ uniqueName: 'orders' \}$/],
  ],
  [
    'no uniqueName in Rspack',
    { seen: { chunkLoaders: [{ ...chunkLoader, global: 'rspackChunk' }] } },
    [/^The build has no uniqueName/],
  ],
  [
    'chunks from the portal',
    { seen: { chunkLoaders: [{ ...chunkLoader, publicPath: `${portal}/static/` }] } },
    [/^Its public path is not automatic; it loads its files from \/static\/ on the portal/],
  ],
  [
    'pictures from the portal',
    { seen: { requests: [{ url: `${portal}/logo.png`, kind: 'image' }] } },
    [/loads its files from \/logo\.png on the portal/],
  ],
  [
    'pictures whose addresses cannot be decoded',
    { seen: { requests: [{ url: `${portal}/100%.svg`, kind: 'image' }] } },
    [/loads its files from \/100%\.svg on the portal/],
  ],
  [
    'a fixed public path',
    {
      loaded: [{ name: 'orders.js', text: 'a.p="https://cdn.acme.test/"', size: 1 }],
    },
    [/loads its files from https:\/\/cdn\.acme\.test\//],
  ],
  ['a missing file', { missing: ['part.js'] }, [/^It requests part\.js, which does not exist in its build\.$/]],
])('the check refuses %s', (_what, changes, sentences) => {
  expect(applyRules(createEvidence(changes))).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
});

test.each(['webpackChunk_acme_orders', 'webpackChunkweb', 'rspackChunkweb'])(
  'a build may have any name of its own: %s',
  (global) => {
    expect(applyRules(createEvidence({ seen: { chunkLoaders: [{ ...chunkLoader, global }] } }))).toEqual([]);
  },
);

test('what publish would refuse is refused', () => {
  const unpublishable = '"my logo.png" cannot be published: A file name has no " "';
  expect(applyRules(createEvidence({ unpublishable }))).toEqual([unpublishable]);
});

test.each([
  ['vite', /from \/logo\.png on the portal: load them from beside the entry\.\n {6}→ it\.js: base: '\.\/'$/],
  ['vue-cli', /use publicPath: 'auto' in a container.*\n {6}→ it\.js: publicPath: 'auto'$/],
] as const)('a public path is fixed in the words of the bundler: %s', (name, sentence) => {
  const requests = [{ url: `${portal}/logo.png`, kind: 'image' }];
  const evidence = createEvidence({ seen: { requests }, bundler: { name, file: 'it.js' } });
  expect(applyRules(evidence)).toEqual([expect.stringMatching(sentence)]);
});

test('links to style sheets that a plugin of Vite adds are left out, because the portal loads the sheets', () => {
  const requests = [{ url: `${portal}/assets/vpss(people)a.css`, kind: 'stylesheet' }];
  const evidence = createEvidence({
    seen: { requests },
    dependencies: new Map([['vite-plugin-single-spa', '^1.1.0']]),
    bundler: { name: 'vite', file: 'vite.config.ts' },
  });
  expect(applyRules(evidence)).toEqual([
    expect.stringMatching(/ → vite\.config\.ts: leave out cssLifecycleFactory of/),
  ]);
});

test('a blocked need that the module declares is left to the warning of its publication', () => {
  const evidence = createEvidence({ seen: { violations: [{ directive: 'script-src', blocked: 'wasm-eval' }] } });
  const module = { ...evidence.module, policy: { wasm: true as const } };
  expect(applyRules({ ...evidence, module })).toEqual([]);
});

test('the words of a module are quoted, in one line and cut', () => {
  const message = `no”.\n  ✓ Nothing is wrong.\u202E ${'😀'.repeat(400)}`;
  const [finding] = applyRules(createEvidence({ seen: { failures: [{ step: 'mount', message }] } }));
  expect(finding).toBe(`Mounting it failed: “no". ✓ Nothing is wrong. ${'😀'.repeat(275)}…”`);
});

test('a style sheet of another host is a remark, and one of the build is refused', () => {
  const fonts = 'https://fonts.test/css?family=Inter';
  const violations = [{ directive: 'style-src-elem', blocked: fonts }];
  const evidence = createEvidence({ seen: { violations } });
  expect([applyRules(evidence), findRemarks(evidence)]).toEqual([
    [],
    [`The portal does not load the style sheet ${fonts} of another host: put it into the build.`],
  ]);
  const own = [{ directive: 'style-src-elem', blocked: 'https://cdn.acme.test/orders/late.css' }];
  const unaskedFiles = [{ name: 'late.css', size: 1 }];
  const [finding] = applyRules(createEvidence({ unaskedFiles, seen: { violations: own } }));
  expect(finding).toMatch(/^Its public path is not automatic; it loads its files from https:\/\/cdn\.acme\.test/);
});

test('a fixed public path is allowed in a build of one file', () => {
  const loaded = [{ name: 'orders.js', text: 'a.p="https://cdn.acme.test/"', size: 1 }];
  expect(applyRules(createEvidence({ loaded, isOneFile: true }))).toEqual([]);
});

import type { Evidence } from './read-loaded-files';
import { applyRules, findRemarks } from './rules';

const base = 'http://localhost:9100/modules/orders/';
const portal = 'http://localhost:9000';
const chunkLoader = { global: 'webpackChunkorders', publicPath: base };

/** What a faultless module leaves, with what a test changes. */
function createEvidence({
  seen,
  ...more
}: { seen?: Partial<Evidence['seen']> } & Partial<Omit<Evidence, 'seen'>> = {}) {
  return {
    module: { key: 'orders', entry: 'orders.js', dist: '/orders/dist' },
    loaded: [{ name: 'orders.js', text: 'System.register([])', size: 2_000 }],
    missing: [],
    maxSize: 10_000,
    ...more,
    seen: {
      failures: [],
      leftovers: [],
      reports: [],
      violations: [],
      chunkLoaders: [chunkLoader],
      requests: [{ url: `${base}orders.js`, kind: 'script' }],
      errors: [],
      base,
      portal,
      ...seen,
    },
  } as Evidence;
}

test('a faultless module breaks no rule, whatever it fetches from the API and the media of the portal', () => {
  const requests = [
    { url: `${portal}/api/users/me`, kind: 'fetch' },
    { url: `${portal}/media/icons/solid/bell.svg`, kind: 'image' },
  ];
  const evidence = createEvidence({ seen: { requests } });
  expect([applyRules(evidence), findRemarks(evidence)]).toEqual([[], []]);
});

test.each<[string, Parameters<typeof createEvidence>[0], RegExp[]]>([
  ['a failure', { seen: { failures: [{ step: 'mount', message: 'no' }] } }, [/^Mounting it failed: no$/]],
  ['wrong exports', { seen: { failures: [{ step: 'exports', message: '' }] } }, [/^Its exports cannot be mounted: /]],
  ['a leftover', { seen: { leftovers: ['a listener'] } }, [/^It leaves a listener behind: unmount must undo/]],
  ['its size', { maxSize: 1_000 }, [/^It is too large: 2\.0 KB compressed .* the limit is 1\.0 KB\.$/]],
  ['eval', { seen: { violations: [{ directive: 'script-src', blocked: 'eval' }] } }, [/blocks eval: choose a devtool/]],
  [
    'style tags',
    { seen: { violations: [{ directive: 'style-src-elem', blocked: 'inline' }] } },
    [/blocks style tags: use CSS files/],
  ],
  [
    'no uniqueName',
    { seen: { chunkLoaders: [{ ...chunkLoader, global: 'webpackChunk' }] } },
    [/^The build has no uniqueName: set output\.uniqueName to "orders"/],
  ],
  [
    'the uniqueName of another',
    { seen: { chunkLoaders: [{ ...chunkLoader, global: 'webpackChunksmsa' }] } },
    [/^The uniqueName of the build is not the module key .*window\.webpackChunksmsa/],
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
    'a fixed public path',
    { loaded: [{ name: 'orders.js', text: 'a.p="https://cdn.acme.test/"', size: 1 }] },
    [/loads its files from https:\/\/cdn\.acme\.test\//],
  ],
  ['a missing file', { missing: ['part.js'] }, [/^It requests part\.js, which does not exist in its build\.$/]],
  [
    'a React of its own',
    { loaded: [{ name: 'vendor.js', text: 'Minified React error #1', size: 1 }] },
    [/^It bundles its own React, in vendor\.js/],
  ],
])('the check refuses %s', (_what, changes, sentences) => {
  expect(applyRules(createEvidence(changes))).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
});

test('remarks name other origins once, uncaught errors and reports, and refuse nothing', () => {
  const blocked = ['https://api.acme.test/orders', 'https://api.acme.test/customers'];
  const violations = blocked.map((address) => ({ directive: 'connect-src', blocked: address }));
  const evidence = createEvidence({ seen: { violations, errors: ['late', 'late'], reports: ['slow'] } });
  expect(applyRules(evidence)).toEqual([]);
  expect(findRemarks(evidence)).toEqual([
    'It loads from https://api.acme.test: add it to moduleOrigins of the portal.',
    'Uncaught error: late',
    'It reported: slow',
  ]);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import webpack, { type Configuration } from 'webpack';
import { buildFixture, declareModule, listFindings, ownPath, refuse } from './check-fixture';

function container(exposes: string, library: { type: string; name?: string }): Configuration {
  const shared = { singleton: true, requiredVersion: '^19.0.0' };
  return {
    entry: {},
    externals: [],
    plugins: [
      new webpack.container.ModuleFederationPlugin({
        name: 'orders',
        library,
        filename: 'remoteEntry.js',
        exposes: { [exposes]: './chunks.tsx' },
        shared: { react: shared, 'react/': shared, 'react-dom': shared, 'react-dom/': shared },
      }),
    ],
  };
}

const lookedFor = (place: string) =>
  `Its public path is not automatic; it loads its files from ${place}: use publicPath: 'auto' in a container of library type var, and src/public-path.ts in every other module with chunks or images (see docs/modules.md).`;
const notLoaded = expect.stringMatching(/^It crashed: “Loading chunk \d+ failed/);

const refused: [what: string, fixture: string, configuration: Configuration, findings: unknown[]][] = [
  // The test removes its chunk before the check.
  [
    'a chunk that was not published with the rest',
    'chunks',
    { ...ownPath, optimization: { chunkIds: 'named' } },
    [
      expect.stringMatching(/^It crashed: “Loading chunk part failed/),
      'It requests part.js, which does not exist in its build.',
    ],
  ],
  [
    'a build for React 18 that got the React of the portal by both versions',
    'own-react-18',
    { externals: ['react', 'react/jsx-runtime'] },
    [
      expect.stringMatching(
        /It was built for React 18\.3\.1 and got React 19\.\d+\.\d+ of the portal: bundle its own React, or move to React 19\.$/,
      ),
    ],
  ],
  [
    'bare imports that nothing provides, together, also one that nothing has run yet',
    'bare-imports',
    { externals: ['@acme/api'] },
    [
      'It imports "@acme/api", "@acme/people", which neither the portal nor "shared" in package.json has: share them as packages.',
    ],
  ],
  [
    'exports that cannot be mounted',
    'wrong-exports',
    {},
    [
      'The exports of orders.js cannot be mounted: export mount and unmount, or mount(element, props), or a default component, from the entry or from "./app" of a container (a UMD build and a container of library type var must be at window.orders).',
    ],
  ],
  [
    'a container without "./app"',
    'chunks',
    { ...container('./main', { type: 'var', name: 'orders' }), output: { publicPath: 'auto' } },
    ['It does not load: “Module "./app" does not exist in container.” It exposes ./main.'],
  ],
  [
    'no uniqueName',
    'chunks',
    { ...ownPath, output: { ...ownPath.output, uniqueName: '' } },
    [
      'The build has no uniqueName: set output.uniqueName to "orders", or it mixes up its chunks with those of other modules.',
    ],
  ],
  [
    'a public path of its own',
    'chunks',
    { output: { publicPath: '/static/' } },
    [notLoaded, lookedFor('/static/ on the portal')],
  ],
  [
    'a public path elsewhere',
    'chunks',
    { output: { publicPath: 'https://cdn.acme.test/' } },
    [notLoaded, lookedFor('https://cdn.acme.test/')],
  ],
  [
    'publicPath auto of a System module',
    'chunks',
    { output: { publicPath: 'auto' } },
    [notLoaded, lookedFor('/@portico/ on the portal')],
  ],
  [
    'a public path of its own that nothing has needed yet',
    'late-picture',
    { output: { publicPath: '/static/' } },
    [lookedFor('/static/ on the portal')],
  ],
  [
    'eval',
    'leaks-global',
    { devtool: 'eval' },
    [
      expect.stringMatching(/^It does not load: .*unsafe-eval/),
      'The content policy blocks eval: choose a devtool that does not use eval.',
    ],
  ],
  [
    'code from text and a service worker',
    'takes-over',
    {},
    [
      'The content policy blocks code that is evaluated from text (eval, new Function), in takes-over.tsx:5: use a build of that library without it.',
      'It registers a service worker, /modules/orders/worker.js (takes-over.tsx:7): the portal has one for its whole origin and allows no other.',
    ],
  ],
  [
    'a style tag in markup',
    'style-tag',
    {},
    [
      'The content policy blocks a style tag in markup, in style-tag.tsx:6: create it by document.createElement, or give it the nonce portal.styleNonce.',
    ],
  ],
  [
    'global styles that change the top bar',
    'global-styles',
    {},
    [
      expect.stringMatching(
        /^It changes the top bar of the portal by "svg" in orders\.js \(opacity\)\. Without "styles": "global" in package\.json/,
      ),
    ],
  ],
  ['one that mounts once alone', 'mounts-once', {}, ['Mounting it failed: “mounted already”']],
];

test.describe('the check refuses', () => {
  // One run of the check for all modules, so that it starts its browser once.
  test.describe.configure({ mode: 'default' });
  let folder: string;
  let output: string;
  let outputs: string[];
  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'portico-check-'));
    const modules = refused.map((_, index) => path.join(folder, String(index)));
    for (const [index, [, fixture, configuration]] of refused.entries()) {
      const module = modules[index] ?? '';
      await buildFixture(module, fixture, configuration);
      if (fixture === 'global-styles') await declareModule(module, 'orders', 'orders.js', { styles: 'global' });
    }
    await rm(path.join(modules[0] ?? '', 'dist/part.js'));
    output = await refuse(...modules);
    [, ...outputs] = output.split(/^orders\n/m);
  });
  test.afterAll(() => rm(folder, { recursive: true }));

  for (const [index, [what, , , findings]] of refused.entries()) {
    test(what, () => {
      // The lines about builds with the same name, at the end of the output, are not indented.
      const found = outputs[index]?.replace(/^✗.*/gm, '') ?? '';
      expect(listFindings(found)).toEqual(findings);
      expect(found).not.toContain('✓');
    });
  }

  test('modules whose builds have the same name', () => {
    expect(output).toMatch(
      new RegExp(
        `^✗ ${folder}/\\d+(?: and ${folder}/\\d+)+ have the same uniqueName: their chunks register at window\\.webpackChunkorders\\. Set output\\.uniqueName of each to its key\\.$`,
        'm',
      ),
    );
  });
});

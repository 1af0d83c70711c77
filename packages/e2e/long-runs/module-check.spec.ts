import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { loaders } from '../../../webpack/loaders';
import { runWebpack } from '../../../webpack/run-webpack';
import { expect, test } from '../portal/test';

const root = path.resolve(import.meta.dirname, '../../..');
const react = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-check-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

/** A built fixture of the key `orders`, as a System module unless the case says otherwise. @returns its folder */
async function build(fixture: string, own: Configuration = {}, name = 'orders'): Promise<string> {
  const module = path.join(folder, name);
  const source = path.join(root, 'packages/e2e/fixtures', fixture);
  // An empty one stands for none.
  const { uniqueName = 'orders', ...output } = own.output ?? {};
  await runWebpack({
    mode: 'production',
    devtool: 'source-map',
    // What it imports is found as its team has installed it.
    context: source,
    entry: { orders: path.join(source, `${fixture}.tsx`) },
    externalsType: 'system',
    externals: react,
    module: { rules: [...loaders, { test: /\.svg$/, type: 'asset/resource' }] },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    performance: false,
    ...own,
    plugins: [new webpack.DefinePlugin({ 'process.env.MODULE_KEY': '"orders"' }), ...(own.plugins ?? [])],
    output: {
      library: { type: 'system' },
      ...output,
      ...(uniqueName !== '' && { uniqueName }),
      path: path.join(module, 'dist'),
      filename: '[name].js',
    },
  });
  await declare(module, 'orders', own.plugins ? 'remoteEntry.js' : 'orders.js');
  return module;
}

async function declare(module: string, key: string, entry: string, policy = {}): Promise<void> {
  await writeFile(path.join(module, 'package.json'), JSON.stringify({ portico: { key, entry, policy } }));
}

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

function check(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['dist/cli/main.js', 'check', ...args], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}

/** The findings of a check that refused. */
async function refusal(...args: string[]): Promise<string[]> {
  const { code, output } = await check(...args);
  expect({ code, output }).toEqual({ code: 1, output });
  return [...output.matchAll(/✗ (.*)/g)].map(([, finding = '']) => finding);
}

const ownPath: Configuration = {
  entry: {
    orders: [path.join(root, 'packages/core/module-kit/templates/react-webpack/src/public-path.ts'), './chunks.tsx'],
  },
  output: { publicPath: '' },
};
const lookedFor = (place: string) =>
  `Its public path is not automatic; it loads its files from ${place}: use publicPath: 'auto' in a container of library type var, and src/public-path.ts in every other module with chunks or images (see docs/modules.md).`;
const notLoaded = expect.stringMatching(/^It crashed: Loading chunk \d+ failed/);
const advice = 'unmount must undo what mount did.';

const refused: [what: string, fixture: string, configuration: Configuration, findings: unknown[]][] = [
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
    ['It does not load: Module "./app" does not exist in container. It exposes ./main.'],
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
      'It registers a service worker, /modules/orders/worker.js (takes-over.tsx:7): the portal has one for its whole origin, and takes no other.',
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
    'styles that change the top bar',
    'global-styles',
    {},
    [
      expect.stringMatching(
        /^It changes the top bar of the portal by "svg" in orders\.js \(opacity\)\. Begin its selectors with a class/,
      ),
    ],
  ],
  [
    'a listener that it leaves',
    'leaks-listener',
    {},
    [
      `It leaves a listener of "popstate" on window (leaks-listener.tsx:4) behind: ${advice}`,
      `It leaves a listener of "keydown" on document (leaks-listener.tsx:5) behind: ${advice}`,
    ],
  ],
  [
    'an interval that it leaves',
    'leaks-interval',
    {},
    [`It leaves an interval of 5000 ms (leaks-interval.tsx:4) behind: ${advice}`],
  ],
  ['a global that it leaves', 'leaks-global', {}, [`It leaves the global "leakedByModule" behind: ${advice}`]],
  ['one that mounts once alone', 'mounts-once', {}, ['Mounting it failed: mounted already']],
];

for (const [what, fixture, configuration, findings] of refused) {
  test(`the check refuses ${what}`, async () => {
    expect(await refusal(await build(fixture, configuration))).toEqual(findings);
  });
}

test('the check refuses a chunk that was not published with the rest', async () => {
  const module = await build('chunks', { ...ownPath, optimization: { chunkIds: 'named' } });
  await rm(path.join(module, 'dist/part.js'));
  expect(await refusal(module)).toEqual([
    expect.stringMatching(/^It crashed: Loading chunk part failed/),
    'It requests part.js, which does not exist in its build.',
  ]);
});

test('the check refuses a module that exceeds the size limit, and prints the size of each file', async () => {
  const module = await build('chunks', { ...ownPath, optimization: { chunkIds: 'named' } });
  const { code, output } = await check(module, '--max-kb', '0.5');
  expect(code).toBe(1);
  expect(output).toMatch(/ {2}\d\.\d KB {2}orders\.js\n/);
  expect(output).toMatch(/ {2}\d\.\d KB {2}part\.js\n/);
  expect(output).toMatch(/✗ It is too large: \d\.\d KB compressed until it is on screen; the limit is 0\.5 KB\.\n/);
});

test('the check refuses two modules whose builds have the same name', async () => {
  const modules = [await build('chunks', ownPath, 'one'), await build('chunks', ownPath, 'other')];
  expect(await refusal(...modules)).toEqual([
    `${modules.join(' and ')} have the same uniqueName: their chunks register at window.webpackChunkorders. Set output.uniqueName of each to its key.`,
  ]);
});

test('the check accepts each form of module: the examples, and a System module with chunks', async () => {
  const entries = {
    smsa: 'remoteEntry.js',
    hrstudium: 'remoteEntry.js',
    'smsa-dev': 'remoteEntry.js',
    welcome: 'welcome.js',
  };
  const modules = Object.entries(entries).map(async ([key, entry]) => {
    const module = path.join(folder, key);
    await mkdir(module);
    await symlink(path.join(root, 'packages/examples', key, 'dist'), path.join(module, 'dist'));
    await declare(module, key, entry);
    return module;
  });
  const { code, output } = await check(...(await Promise.all(modules)), await build('chunks', ownPath));
  expect({ code, output }).toEqual({ code: 0, output });
  expect(output.match(/✓ Nothing is wrong\./g)).toHaveLength(5);
  expect(output).not.toContain('·');
});

test('the check accepts an ES module of webpack with a worker', async () => {
  const output = { module: true, library: { type: 'module' } };
  const module = await build('starts-worker', { experiments: { outputModule: true }, externalsType: 'module', output });
  const { code, output: printed } = await check(module);
  expect({ code, printed }).toEqual({ code: 0, printed });
  expect(printed).toContain('✓ Nothing is wrong.');
});

test('the check remarks how many kilobytes a React of its own takes', async () => {
  const { code, output } = await check(await build('own-react-18', { externals: [] }));
  expect({ code, output }).toEqual({ code: 0, output });
  expect(output).toMatch(
    /· It brings its own React 18\.3\.1, \d\d\.\d KB of orders\.js\. The portal has 19\.\d+\.\d+\.\n/,
  );
});

test('the check explains a build for React 18 that got the React of the portal by both versions', async () => {
  const module = await build('own-react-18', { externals: ['react', 'react/jsx-runtime'] });
  const [finding] = await refusal(module);
  expect(finding).toMatch(
    /It was built for React 18\.3\.1 and got React 19\.\d+\.\d+ of the portal\. Either bundle all/,
  );
});

test('the check names the origins that a module should declare, and allows what it declares', async () => {
  const module = await build('calls-api');
  const { code, output } = await check(module);
  expect({ code, output }).toEqual({ code: 0, output });
  expect(output).toContain('· It needs connections https://api.acme.test: declare it in package.json');
  await declare(module, 'orders', 'orders.js', { connections: ['https://api.acme.test'] });
  expect((await check(module)).output).not.toContain('It needs');
});

test('the check says in one sentence why it cannot run', async () => {
  const lacks = async (...args: string[]) => {
    const { code, output } = await check(...args);
    expect(code).toBe(1);
    return output.trim();
  };
  expect(await lacks(folder)).toBe(`${folder}/package.json does not exist: run portico in the folder of a module.`);
  await declare(folder, 'orders', 'orders.js');
  expect(await lacks(folder)).toBe(`${folder}/dist/orders.js does not exist: build the module first.`);
  const module = await build('leaks-global');
  expect(await lacks(module, '--browser', '/nowhere')).toBe('/nowhere does not exist: name a Chromium or Chrome.');
});

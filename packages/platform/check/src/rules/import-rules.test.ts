import { createEvidence } from '../testing/create-evidence';
import { testFolder } from '../testing/test-folder';
import { applyRules } from './rules';

const folder = testFolder({
  'node_modules/rxjs/package.json': '{}',
  'node_modules/vue/package.json': '{}',
});

const dependencies = new Map([
  ['vue', '^3.5.0'],
  ['rxjs', '~7.8.0'],
  ['@acme/api', 'workspace:*'],
]);

/** Checks a module that imports the names. */
function check(bareImports: string[], changes: Parameters<typeof createEvidence>[0] = {}) {
  const { module } = createEvidence();
  return applyRules(
    createEvidence({
      bareImports,
      dependencies,
      module: { ...module, folder: folder.at() },
      bundler: { name: 'vite', file: 'vite.config.ts' },
      ...changes,
    }),
  );
}

const offered = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'single-spa', '@module/orders'];

test('the portal has its own names, and those that the module shares', () => {
  expect(check(offered)).toEqual([]);
  const { module } = createEvidence();
  const shared = { '@acme/api': '^1', rxjs: '^7' };
  const imports = { '@module/stock': 'https://portal.test/stock.js' };
  const known = { ...module, shared, packages: { imports, entries: {} } };
  expect(check(['@acme/api', 'rxjs', '@module/stock'], { module: known })).toEqual([]);
});

test('all missing names come together, with the lines that share and bundle them, and in place of the failure', () => {
  const message = 'Failed to resolve module specifier "vue". Relative references must start with either "/"';
  const seen = { failures: [{ step: 'load' as const, message }] };
  expect(check(['react', 'vue', '@acme/api', 'rxjs/operators'], { seen })).toEqual([
    `It imports "@acme/api", "rxjs/operators", "vue", which neither the portal nor "shared" in package.json has: bundle "rxjs/operators", "vue", or share them as packages.
      → vite.config.ts: build: { rolldownOptions: { external: ['react', '@acme/api'] } } (rollupOptions before Vite 8)
      → package.json: "portico": { "shared": { "@acme/api": "*", "rxjs/operators": "~7.8.0", "vue": "^3.5.0" } }`,
  ]);
});

test('a library that is installed can be bundled or shared', () => {
  expect(check(['rxjs'])).toEqual([
    `It imports "rxjs", which neither the portal nor "shared" in package.json has: bundle it, or share it as a package.
      → vite.config.ts: build: { rolldownOptions: { external: [] } } (rollupOptions before Vite 8)
      → package.json: "portico": { "shared": { "rxjs": "~7.8.0" } }`,
  ]);
});

test('a package or module that is not installed can only be shared, beside those that are', () => {
  const { module } = createEvidence();
  const shared = { '@acme/base': '^2' };
  expect(check(['@acme/people', '@module/stock'], { module: { ...module, shared, folder: folder.at() } })).toEqual([
    `It imports "@acme/people", "@module/stock", which neither the portal nor "shared" in package.json has: share them as packages.
      → package.json: "portico": { "shared": { "@acme/base": "^2", "@acme/people": "*", "@module/stock": "*" } }`,
  ]);
});

test('a part of React that the portal does not have can only be bundled', () => {
  expect(check(['react', 'react-dom/server'])).toEqual([
    `It imports "react-dom/server", which neither the portal nor "shared" in package.json has: bundle it.
      → vite.config.ts: build: { rolldownOptions: { external: ['react'] } } (rollupOptions before Vite 8)`,
  ]);
});

test('a name that is composed at run time is explained by the failure', () => {
  const message = "Unable to resolve specifier 'lit' (SystemJS Error#8)";
  expect(check(['react'], { seen: { failures: [{ step: 'mount', message }] } })).toEqual([
    expect.stringMatching(
      /^Mounting it failed: .* The portal does not have "lit": bundle it, or share it as a package/,
    ),
  ]);
});

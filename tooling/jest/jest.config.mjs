import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

const rootDir = path.join(import.meta.dirname, '../..');

const transform = {
  '^.+\\.(t|j|mj|cj)sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
    },
  ],
};

// Outside TMPDIR, which the tests replace.
const cacheDirectory = '<rootDir>/node_modules/.cache/jest';

// Packages that are published as ES modules only.
const transformIgnorePatterns = [
  '/node_modules/(?!(@angular|ky|jose|commander|aedes|@tanstack|es-module-lexer|svelte|esm-env|clsx|web-vitals)/)',
];

// Parts of modules: the long runs create each module, and run its tests.
const templates = ['/module-kit/templates/'];

const node = {
  rootDir,
  cacheDirectory,
  testEnvironment: 'node',
  // Simulations call it millions of times, and Jest's sandbox finds other globals slowly.
  sandboxInjectedGlobals: ['Math'],
  runtime: '<rootDir>/tooling/jest/node-runtime.cjs',
  globalSetup: '<rootDir>/tooling/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/tooling/jest/global-teardown.mjs',
  transform,
  // Loads Node's built-in modules at run time. Jest's sandbox can do that only in transformed code. Other libraries
  // come from Node.
  transformIgnorePatterns: ['/node_modules/(?!@electric-sql/)'],
  modulePathIgnorePatterns: templates,
};

const server = 'packages/platform/server/src';
const { TEST_DATABASE_URL, TEST_MQTT_URL } = process.env;

// With TEST_DATABASE_URL the server's tests run on PostgreSQL, which starts many times faster than PGlite; otherwise
// they run on PGlite.
const mainEngine = TEST_DATABASE_URL ? { setupFiles: [`<rootDir>/${server}/testing/use-postgres.ts`] } : {};

// Files with this first line also run on PGlite, in the long runs. They and the browser tests, whose portals run on
// PGlite, cover every table.
const bothEngines = '// Runs on PGlite and on PostgreSQL.\n';

// Both are part of the long runs (tooling/scripts/test-soak.mjs). The first take many seconds; the second compare
// times, so they run alone.
const long = '\\.long\\.test\\.ts$';
const timing = '\\.timing\\.test\\.ts$';

/** @type {import('jest').Config} */
export default {
  rootDir,
  // Tests wait half of their time.
  maxWorkers: 2 * availableParallelism(),
  // PGlite takes seconds to create a database, and the long runs share the machine.
  testTimeout: process.env.TEST_SOAK ? 300_000 : 60_000,
  // On a busy machine a worker takes more than the default half second to end. Jest would report that as a leak.
  workerGracefulExitTimeout: 5_000,
  projects: [
    {
      rootDir,
      cacheDirectory,
      displayName: 'browser',
      testEnvironment: '<rootDir>/tooling/jest/browser-environment.ts',
      testMatch: [
        '<rootDir>/{root-config,packages/{core/{shared,ui,query,module-kit},parcels,examples,platform/check/src/page}}/**/*.test.{ts,tsx}',
      ],
      modulePathIgnorePatterns: templates,
      setupFilesAfterEnv: ['<rootDir>/tooling/jest/browser-setup.ts'],
      moduleNameMapper: {
        '\\.css$': '<rootDir>/tooling/jest/css.ts',
        // Its entry for browsers.
        '^import-map-overrides$': '<rootDir>/node_modules/import-map-overrides/dist/import-map-overrides.js',
      },
      transform,
      transformIgnorePatterns,
    },
    {
      ...node,
      ...mainEngine,
      displayName: 'node',
      testMatch: ['<rootDir>/{packages/{core/contract,platform,e2e/bench},tooling}/**/*.test.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/platform/check/src/page/',
        long,
        timing,
        ...(TEST_DATABASE_URL ? [] : ['\\.postgres\\.test\\.ts$']),
        ...(TEST_MQTT_URL ? [] : ['\\.mosquitto\\.test\\.ts$']),
      ],
    },
    ...(process.env.TEST_SOAK
      ? [
          { ...node, ...mainEngine, displayName: 'long', testMatch: [`<rootDir>/${server}/**/*.long.test.ts`] },
          { ...node, displayName: 'pglite', testMatch: findTestsOfBothEngines(isTwin) },
          { ...node, ...mainEngine, displayName: 'timing', testMatch: [`<rootDir>/${server}/**/*.timing.test.ts`] },
          ...(TEST_DATABASE_URL
            ? [
                {
                  ...node,
                  displayName: 'timing-pglite',
                  testMatch: findTestsOfBothEngines((file) => file.match(timing)),
                },
              ]
            : []),
        ]
      : []),
  ],
};

/** Without PostgreSQL the project `long` has its own on PGlite. */
function isTwin(file) {
  return !file.match(timing) && (TEST_DATABASE_URL !== undefined || !file.match(long));
}

function findTestsOfBothEngines(isWanted) {
  const folder = path.join(rootDir, server);
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.test.ts') && isWanted(file))
    .map((file) => path.join(folder, file))
    .filter((file) => readFileSync(file, 'utf8').startsWith(bothEngines));
}

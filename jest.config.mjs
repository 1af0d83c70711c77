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

// Packages that are published as ES modules alone.
const transformIgnorePatterns = ['/node_modules/(?!(ky|jose|commander|aedes)/)'];

// Beside those: packages that load such ones, or Node's own modules, at run time, which Jest's sandbox takes only transformed.
const nodeTransformIgnorePatterns = [
  '/node_modules/(?!(ky|jose|commander|content-disposition|cookie|@fastify|@electric-sql|aedes)/)',
];

const node = {
  testEnvironment: 'node',
  transform,
  transformIgnorePatterns: nodeTransformIgnorePatterns,
};

// The server's tests once more, on the PostgreSQL of TEST_DATABASE_URL, and those of what PGlite has not: two connections.
const nodePostgres = {
  ...node,
  displayName: 'node-postgres',
  testMatch: ['<rootDir>/packages/server/**/*.test.ts'],
  // What has no database, or the embedded one by its nature, or asks much of the machine and little of the database.
  testPathIgnorePatterns: [
    '/node_modules/',
    '/server/src/(main|environment|database/open-database|realtime/many-users|operator/cli-story|service-keys/cli-notify|publishing/cli-publish)\\.test\\.ts$',
    '\\.(timing|mosquitto)\\.test\\.ts$',
  ],
  setupFiles: ['<rootDir>/packages/server/src/testing/use-postgres.ts'],
};

// Those of a broker that an operator runs, on the Mosquitto of TEST_MQTT_URL.
const mosquitto = {
  ...node,
  displayName: 'mosquitto',
  testMatch: ['<rootDir>/packages/server/**/*.mosquitto.test.ts'],
};

// They compare times, so nothing else may run beside them: `npm run test:unit` runs them last, one by one.
const timingTests = ['<rootDir>/packages/server/**/*.timing.test.ts'];
const timingPostgres = {
  ...nodePostgres,
  displayName: 'timing-postgres',
  testMatch: timingTests,
  testPathIgnorePatterns: ['/node_modules/'],
};

/** @type {import('jest').Config} */
export default {
  projects: [
    {
      displayName: 'browser',
      testEnvironment: '<rootDir>/scripts/jest-browser-environment.ts',
      testMatch: [
        '<rootDir>/{root-config,packages/{shared,ui,topbar,auth,home,profile,notifications,overlay,developer,module-kit,examples}}/**/*.test.{ts,tsx}',
      ],
      setupFilesAfterEnv: ['<rootDir>/scripts/jest-browser-setup.ts'],
      // Without webpack, either part of a catalogue is the whole of it.
      moduleNameMapper: { '\\.css$': '<rootDir>/scripts/jest-css.ts', '^(.+\\.json)\\?(?:first|rest)$': '$1' },
      transform,
      transformIgnorePatterns,
    },
    {
      ...node,
      displayName: 'node',
      testMatch: ['<rootDir>/{packages/{contract,server,cli},webpack}/**/*.test.ts', '<rootDir>/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.(postgres|timing|mosquitto)\\.test\\.ts$'],
    },
    { ...node, displayName: 'timing', testMatch: timingTests },
    ...(process.env.TEST_MQTT_URL ? [mosquitto] : []),
    ...(process.env.TEST_DATABASE_URL ? [nodePostgres, timingPostgres] : []),
  ],
};

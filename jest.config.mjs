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
const transformIgnorePatterns = ['/node_modules/(?!(ky|jose|commander)/)'];

// Beside those: packages that load such ones, or Node's own modules, at run time, which Jest's sandbox takes only transformed.
const nodeTransformIgnorePatterns = [
  '/node_modules/(?!(ky|jose|commander|content-disposition|cookie|@fastify|@electric-sql)/)',
];

/** @type {import('jest').Config} */
export default {
  projects: [
    {
      displayName: 'browser',
      testEnvironment: '<rootDir>/scripts/jest-browser-environment.ts',
      testMatch: ['<rootDir>/{root-config,packages/{shared,ui,topbar,auth,home,profile}}/**/*.test.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/scripts/jest-browser-setup.ts'],
      moduleNameMapper: { '\\.css$': '<rootDir>/scripts/jest-css.ts' },
      transform,
      transformIgnorePatterns,
    },
    {
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/packages/{contract,server,cli}/**/*.test.ts', '<rootDir>/*.test.ts'],
      transform,
      transformIgnorePatterns: nodeTransformIgnorePatterns,
    },
  ],
};

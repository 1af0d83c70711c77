import { defineConfig } from '@playwright/test';

export default defineConfig({
  projects: [
    { name: 'portal', testDir: 'tests' },
    // One by one: what they measure is not to be their neighbours.
    { name: 'soak', testDir: 'soak', timeout: 600_000, workers: 1 },
    { name: 'screenshots', testDir: 'screenshots' },
  ],
  globalSetup: './src/prepare-data.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A test that needs a second try is a defect.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'pt-BR',
    viewport: { width: 1280, height: 800 },
    // A trace costs a third of the time: `npm run test:e2e -- --trace on` records one.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

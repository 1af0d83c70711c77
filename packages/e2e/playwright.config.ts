import path from 'node:path';
import { defineConfig } from '@playwright/test';

const { CHROME_PATH, FIREFOX_PATH, HEADLESS_SHELL_PATH, WEBKIT_DRIVER_PATH } = process.env;

const launch = (executablePath: string | undefined) => ({
  launchOptions: {
    ...(executablePath && { executablePath }),
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
});

const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: path.join(import.meta.dirname, 'engines/firefox.mjs'),
    firefoxUserPrefs: {
      // Playwright cannot request this in Firefox, and a test that measures would have to wait.
      'ui.prefersReducedMotion': 1,
      'dom.w3c_touch_events.enabled': 1,
      // Like the other browsers: without a click, a page shows no question before it is left.
      'dom.require_user_interaction_for_beforeunload': false,
    },
  },
} as const;

/** Firefox runs only the browser tests whose outcome depends on the browser (docs/decisions/0031). */
const firefoxTests = { testDir: 'features', grep: /@firefox/, use: firefox };

/** Tests that take minutes. They start first, so that they end with the others. */
const isLongest = ['publishing-kill.spec.ts', 'module-team.spec.ts', 'templates.spec.ts'];

const longRun = { timeout: 600_000 };

/** Settings of a project with one worker, enough for the few tests of a file. */
const byFile = { fullyParallel: false };

/** Folders with their own portal or browser. One worker, because each worker would start its own. */
const oneWorker = { workers: 1 };

/** Folders of long runs with one worker each. */
const oneWorkerFolders = ['publishing', 'overrides', 'realtime'];

const withoutWindow = { use: launch(HEADLESS_SHELL_PATH) };

export default defineConfig({
  projects: [
    // Projects with one worker come first, because short tests at the end keep all workers busy. Only the full browser
    // has push and system notifications.
    { ...oneWorker, name: 'portal-push', testDir: 'features/push' },
    { ...oneWorker, ...withoutWindow, name: 'portal-publishing', testDir: 'features/publishing' },
    { ...oneWorker, ...withoutWindow, name: 'portal-overrides', testDir: 'features/overrides' },
    { ...withoutWindow, name: 'portal', testDir: 'features', testIgnore: '{push,publishing,overrides}/**' },
    { ...longRun, ...withoutWindow, name: 'soak-longest', testDir: 'long-runs', testMatch: isLongest },
    ...(FIREFOX_PATH ? [{ ...firefoxTests, ...oneWorker, name: 'soak-firefox' }] : []),
    ...oneWorkerFolders.map((folder) => ({
      ...longRun,
      ...oneWorker,
      ...withoutWindow,
      name: `soak-${folder}`,
      testDir: `long-runs/${folder}`,
    })),
    { ...longRun, name: 'soak-push', testMatch: 'long-runs/push-renewal.spec.ts' },
    {
      ...longRun,
      ...byFile,
      ...withoutWindow,
      name: 'soak',
      testDir: 'long-runs',
      testIgnore: [`{timed,${oneWorkerFolders}}/**`, '**/push-renewal.spec.ts', ...isLongest],
    },
    // Runs alone: other tests would change the times.
    { ...longRun, ...oneWorker, ...withoutWindow, name: 'timed', testDir: 'long-runs/timed' },
    ...(FIREFOX_PATH
      ? [{ name: 'engines-firefox', testDir: 'engines', testMatch: 'firefox.spec.ts', ...byFile, use: firefox }]
      : []),
    ...(WEBKIT_DRIVER_PATH
      ? [{ name: 'engines-webkit', testDir: 'engines', testMatch: 'webkit.spec.ts', ...byFile }]
      : []),
    { name: 'screenshots', testDir: 'screenshots' },
  ],
  globalSetup: './portal/prepare-data.ts',
  outputDir: 'test-results',
  // Tests wait a third of their time, and each worker starts a browser and portals.
  workers: '150%',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A test that needs a second try is a defect.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./portal/slowest-files.ts']],
  use: {
    locale: 'pt-BR',
    viewport: { width: 1280, height: 800 },
    // A trace takes a third of the time: `npm run test:e2e -- --trace on` records one.
    screenshot: 'only-on-failure',
    // Playwright answers no requests of a page with a worker. Only the tests of push and of the offline page allow
    // workers.
    serviceWorkers: 'block',
    ...launch(CHROME_PATH),
  },
});

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
      // Playwright cannot ask this Firefox for it, and a test that measures would have to wait.
      'ui.prefersReducedMotion': 1,
      'dom.w3c_touch_events.enabled': 1,
      // As the other browsers: a page without a click asks nobody whether to leave.
      'dom.require_user_interaction_for_beforeunload': false,
    },
  },
} as const;

/** What Firefox runs of the browser tests: those whose outcome depends on the browser (docs/decisions/0031). */
const firefoxTests = { testDir: 'features', grep: /@firefox/, use: firefox };

/** They take minutes: started first, they end with the others. */
const isLongest = ['publishing-kill.spec.ts', 'module-team.spec.ts', 'templates.spec.ts'];

const longRun = { timeout: 600_000 };

/** For the few tests of a file, one worker is enough. */
const byFile = { fullyParallel: false };

/** The portal or the browser of these is not that of most tests, and each worker would start its own. */
const oneWorker = { workers: 1 };

/** Folders of long runs that one worker each runs. */
const oneWorkerFolders = ['publishing', 'overrides', 'realtime'];

const withoutWindow = { use: launch(HEADLESS_SHELL_PATH) };

export default defineConfig({
  projects: [
    // What has one worker comes first, because short tests at the end keep all workers busy. Only the whole browser
    // shows notifications of the system, and has push.
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
    // Alone: other tests would change the times.
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
  // A test waits a third of its time, and each worker starts a browser and portals.
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
    // A trace costs a third of the time: `npm run test:e2e -- --trace on` records one.
    screenshot: 'only-on-failure',
    // Playwright answers no requests of a page with a worker. The tests of push and of the page without network allow
    // it.
    serviceWorkers: 'block',
    ...launch(CHROME_PATH),
  },
});

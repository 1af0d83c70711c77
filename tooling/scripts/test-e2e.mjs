import { findChromium, findHeadlessShell } from './find-chromium.mjs';
import { findFirefox } from './find-engines.mjs';
import { withMosquitto } from './mosquitto.mjs';
import { build, installDependencies } from './prepare.mjs';
import { main, runInstalled } from './run.mjs';

// The first argument names the projects, separated by commas: `portal` (with `portal-push` and its like) are the
// browser tests of `npm test`, `timed` the long runs that measure time, `soak` all other long runs (with `soak-firefox`
// and its like), `screenshots` the pictures. The others go to Playwright.
const [chosen = '', ...options] = process.argv.slice(2);
const projects = chosen.split(',');

await main(async () => {
  await installDependencies();
  await build();
  const HEADLESS_SHELL_PATH = await findHeadlessShell();
  const CHROME_PATH = await findChromium();
  const FIREFOX_PATH = projects.includes('soak') ? await findFirefox() : undefined;
  const paths = { CHROME_PATH, HEADLESS_SHELL_PATH, ...(FIREFOX_PATH && { FIREFOX_PATH }) };
  await withMosquitto({ ...process.env, ...paths }, (env) =>
    runInstalled(
      'playwright',
      [
        ...['test', '--config', 'packages/e2e/playwright.config.ts'],
        ...projects.map((project) => `--project=${project}*`),
        ...options,
      ],
      { env },
    ),
  );
});

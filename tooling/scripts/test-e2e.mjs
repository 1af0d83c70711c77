import { build, installDependencies } from './prepare.mjs';
import { findHeadlessShell, findOptionalProgram, findProgram } from './programs.mjs';
import { main, runInstalled } from './run.mjs';
import { withMosquitto } from './servers.mjs';

// The first argument names the projects, separated by commas: `portal` (with `portal-push` and the like) are the
// browser tests, `engines` their story in Firefox and WebKit, `timed` the long runs that measure time, `soak` all other
// long runs (with `soak-firefox` and the like), `screenshots` the pictures. Further arguments go to Playwright.
const [chosen = '', ...options] = process.argv.slice(2);
const projects = chosen.split(',');

await main(async () => {
  await installDependencies();
  await build();
  const env = {
    ...process.env,
    HEADLESS_SHELL_PATH: await findHeadlessShell(),
    CHROME_PATH: await findProgram('Chromium'),
    FIREFOX_PATH: projects.some((name) => name === 'soak' || name === 'engines') ? await findFirefox() : undefined,
    WEBKIT_DRIVER_PATH: projects.includes('engines') ? await findWebKit() : undefined,
  };
  const hasEngine = env.FIREFOX_PATH !== undefined || env.WEBKIT_DRIVER_PATH !== undefined;
  const named = projects.filter((name) => name !== 'engines' || hasEngine).map((name) => `--project=${name}*`);
  const config = ['--config', 'packages/e2e/playwright.config.ts'];
  await withMosquitto(env, (withBroker) =>
    runInstalled('playwright', ['test', ...config, ...named, ...options], { env: withBroker }),
  );
});

function findFirefox() {
  return findOptionalProgram('Firefox', 'Nothing is tested in Firefox');
}

function findWebKit() {
  return findOptionalProgram('WebKit', 'Nothing is tested in WebKit');
}

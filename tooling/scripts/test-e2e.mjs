import { build, installDependencies } from './prepare.mjs';
import { findHeadlessShell, findOptionalProgram, findProgram } from './programs.mjs';
import { main, runInstalled } from './run.mjs';
import { withMosquitto } from './servers.mjs';

// The first argument names the projects, separated by commas: `portal` (with `portal-push` and the like) are the
// browser tests of `npm test`, `engines` its story in Firefox and WebKit, `timed` the long runs that measure time,
// `soak` all other long runs (with `soak-firefox` and the like), `screenshots` the pictures. Further arguments go to
// Playwright.
const [chosen = '', ...options] = process.argv.slice(2);
const projects = chosen.split(',');
const isEngines = projects.includes('engines');

await main(async () => {
  await installDependencies();
  await build();
  const paths = isEngines ? await findEngines() : await findBrowsers();
  if (Object.values(paths).every((file) => file === undefined)) return;
  const config = ['--config', 'packages/e2e/playwright.config.ts'];
  const named = projects.map((project) => `--project=${project}*`);
  await withMosquitto({ ...process.env, ...paths }, (env) =>
    runInstalled('playwright', ['test', ...config, ...named, ...options], { env }),
  );
});

async function findBrowsers() {
  return {
    HEADLESS_SHELL_PATH: await findHeadlessShell(),
    CHROME_PATH: await findProgram('Chromium'),
    FIREFOX_PATH: projects.includes('soak') ? await findFirefox() : undefined,
  };
}

async function findEngines() {
  const WEBKIT_DRIVER_PATH = await findOptionalProgram('WebKit', 'Nothing is tested in WebKit');
  return { FIREFOX_PATH: await findFirefox(), WEBKIT_DRIVER_PATH };
}

function findFirefox() {
  return findOptionalProgram('Firefox', 'Nothing is tested in Firefox');
}

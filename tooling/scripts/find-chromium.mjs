import { existsSync, readFileSync } from 'node:fs';
import { findOrInstall } from './find-or-install.mjs';

// `portico check` looks for the same paths.
const list = new URL('../../packages/platform/cli/src/check/chromium-paths.json', import.meta.url);
const installed = JSON.parse(readFileSync(list, 'utf8'));
const installedShell = '/usr/bin/chromium-headless-shell';

/**
 * Finds the browser for the tests: CHROME_PATH, an installed Chromium or Chrome, or one that Playwright manages.
 * On Debian, as root, installs Chromium if there is none.
 * @throws Error if there is none
 */
export async function findChromium() {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) {
    if (existsSync(CHROME_PATH)) return CHROME_PATH;
    throw new Error(`CHROME_PATH is ${CHROME_PATH}, which does not exist.`);
  }
  // Before packages are installed there is no Playwright.
  const managed = await import('@playwright/test').then(
    ({ chromium }) => [chromium.executablePath()],
    () => [],
  );
  const find = () => [...installed, ...managed].find((path) => existsSync(path));
  return findOrInstall(find, 'chromium', 'Chromium').catch((error) => {
    throw new Error(
      'No Chromium found: install Chromium or Chrome, run "npx playwright install chromium", or set CHROME_PATH.',
      { cause: error },
    );
  });
}

/**
 * Finds Chromium without a window, which takes a fifth less time and has no push: HEADLESS_SHELL_PATH, or Debian's,
 * which is installed as root if it is missing. Without one, gives the browser of `findChromium`.
 */
export async function findHeadlessShell() {
  const { CHROME_PATH, HEADLESS_SHELL_PATH } = process.env;
  if (HEADLESS_SHELL_PATH) return HEADLESS_SHELL_PATH;
  if (CHROME_PATH) return findChromium();
  const name = 'chromium-headless-shell';
  return findOrInstall(() => existsSync(installedShell) && installedShell, name, name).catch(findChromium);
}

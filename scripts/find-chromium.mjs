import { existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run } from './run.mjs';

// `portico check` looks for the same paths.
const list = new URL('../packages/platform/cli/src/check/chromium-paths.json', import.meta.url);
const installed = JSON.parse(readFileSync(list, 'utf8'));

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
  const found = [...installed, chromium.executablePath()].find((path) => existsSync(path));
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium …');
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    return '/usr/bin/chromium';
  }
  throw new Error(
    'No Chromium found: install Chromium or Chrome, run "npx playwright install chromium", or set CHROME_PATH.',
  );
}

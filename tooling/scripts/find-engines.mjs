import { existsSync } from 'node:fs';
import { findOrInstall, getReason } from './find-or-install.mjs';

/** Finds Firefox: FIREFOX_PATH, or Debian's, which is installed as root if it is missing. Without one, says so. */
export function findFirefox() {
  const { FIREFOX_PATH } = process.env;
  return FIREFOX_PATH ?? find('Firefox', { 'firefox-esr': '/usr/bin/firefox-esr' });
}

/** Finds the driver of WebKit and what it needs, in the same way. */
export function findWebkitDriver() {
  const { WEBKIT_DRIVER_PATH } = process.env;
  return (
    WEBKIT_DRIVER_PATH ??
    find('WebKit', {
      'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
      xvfb: '/usr/bin/Xvfb',
      openssl: '/usr/bin/openssl',
    })
  );
}

/** @returns the first program of the packages, or nothing if one of them cannot be had */
async function find(browser, programs) {
  try {
    const find = ([name, program]) => findOrInstall(() => existsSync(program), name, program);
    await Promise.all(Object.entries(programs).map(find));
    return Object.values(programs)[0];
  } catch (error) {
    console.log(`No ${browser}, so nothing is tested in it: ${getReason(error)}`);
    return undefined;
  }
}

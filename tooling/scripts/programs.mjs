import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

// `portico check` looks for the same paths.
const chromiumPaths = JSON.parse(
  readFileSync(new URL('../../packages/platform/check/chromium-paths.json', import.meta.url), 'utf8'),
);

/**
 * The programs of the tests: the Debian packages of each, how to find it, and the variable that replaces it. WebKit
 * needs its own driver, a virtual screen and TLS.
 */
const programs = {
  Caddy: { packages: ['caddy'], find: () => findFile('caddy') },
  Chromium: { packages: ['chromium'], find: findChromium, variable: 'CHROME_PATH' },
  'Chromium without a window': {
    packages: ['chromium-headless-shell'],
    find: () => findFile('chromium-headless-shell'),
    variable: 'HEADLESS_SHELL_PATH',
  },
  Firefox: { packages: ['firefox-esr'], find: () => findFile('firefox-esr'), variable: 'FIREFOX_PATH' },
  Mosquitto: { packages: ['mosquitto'], find: findMosquitto },
  PostgreSQL: { packages: ['postgresql'], find: findPostgres },
  promtool: { packages: ['prometheus'], find: () => findFile('promtool') },
  WebKit: {
    packages: ['webkit2gtk-driver', 'xvfb', 'openssl'],
    find: () => findFile('Xvfb') && findFile('openssl') && findFile('WebKitWebDriver'),
    variable: 'WEBKIT_DRIVER_PATH',
  },
};

/** The programs that `npm test` uses. */
export const testPrograms = Object.keys(programs).filter((name) => name !== 'Caddy');

let update;
let lastInstall = Promise.resolve();

/**
 * Finds a program. On Debian, as root, installs a missing one.
 * @returns its path; several paths for PostgreSQL and Mosquitto
 * @throws Error that names the missing program
 */
export async function findProgram(name) {
  const { find, packages, variable } = programs[name];
  const chosen = process.env[variable];
  if (chosen && !existsSync(chosen)) throw new Error(`${variable} is ${chosen}, which does not exist.`);
  const found = chosen || (await find());
  if (found) return found;
  const hint = variable ? `: install it, or set ${variable}` : '';
  const missing = new Error(`${name} was not found${hint}.`);
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw missing;
  // One by one: apt-get locks its lists.
  const installed = lastInstall.then(() => install(packages));
  lastInstall = installed.catch(() => {});
  await installed;
  return (await find()) ?? Promise.reject(missing);
}

/** Finds a program. If it is missing, prints which tests do not run and returns `undefined`. */
export async function findOptionalProgram(name, leftOut) {
  try {
    return await findProgram(name);
  } catch (error) {
    console.log(`${leftOut}: ${error.message.trim().split('\n').at(-1)}`);
    return undefined;
  }
}

/**
 * Finds headless Chromium, which takes a fifth less time and has no push. Finds the full Chromium with CHROME_PATH, or
 * if headless Chromium is missing.
 */
export function findHeadlessShell() {
  const { CHROME_PATH, HEADLESS_SHELL_PATH } = process.env;
  if (CHROME_PATH && !HEADLESS_SHELL_PATH) return findProgram('Chromium');
  return findProgram('Chromium without a window').catch(() => findProgram('Chromium'));
}

async function install(packages) {
  console.log(`Installing ${packages.join(', ')} …`);
  update ??= runAptGet('update');
  await update;
  await runAptGet('install', '-y', '--no-install-recommends', ...packages);
}

/** Waits while another process installs packages, but not while it updates the list of packages. */
function runAptGet(...command) {
  return run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Searches PATH and the folders that most users of Debian lack in their PATH. */
function findFile(name, folders = ['/usr/bin', '/usr/sbin', '/usr/local/sbin']) {
  const searched = [...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean), ...folders];
  return searched.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

async function findChromium() {
  // Playwright is missing before the packages are installed.
  const managed = await import('@playwright/test').then(
    ({ chromium }) => [chromium.executablePath()],
    () => [],
  );
  return [...chromiumPaths, ...managed].find((file) => existsSync(file));
}

/** Finds Mosquitto with its plugin from Debian. */
function findMosquitto() {
  const mosquitto = findFile('mosquitto');
  const plugin = ['/usr/lib', '/usr/local/lib', '/opt/homebrew/lib']
    .flatMap((root) =>
      ['', ...listFolder(root).filter((name) => name.includes('linux'))].map((name) => path.join(root, name)),
    )
    .map((folder) => path.join(folder, 'mosquitto_dynamic_security.so'))
    .find((file) => existsSync(file));
  return mosquitto && plugin && { mosquitto, plugin };
}

/** Debian has a folder for each version; returns the newest first. */
function findPostgres() {
  const versions = listFolder('/usr/lib/postgresql').sort((one, other) => Number(other) - Number(one));
  const postgres = findFile(
    'postgres',
    versions.map((version) => `/usr/lib/postgresql/${version}/bin`),
  );
  return postgres && { initdb: path.join(path.dirname(postgres), 'initdb'), postgres };
}

function listFolder(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

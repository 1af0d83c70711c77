import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { run } from './run.mjs';

const options = {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
};

let updating;
let lastInstall = Promise.resolve();
let wanted = [];

/**
 * Finds what a package has. On Debian, as root, installs the package if it is missing.
 * @param find returns nothing if it is missing
 * @throws Error naming the missing program
 */
export async function findOrInstall(find, name, program) {
  const found = find();
  if (found) return found;
  await installDebianPackage(name, program);
  const installed = find();
  if (installed) return installed;
  throw new Error(`${program} was not found after installing ${name}.`);
}

/** Why something was not found, in one line. */
export function getReason(error) {
  return error.message.trim().split('\n').at(-1);
}

/** Installs a package, together with those that are asked for until the packages before are installed. */
function installDebianPackage(name, program) {
  return new Promise((resolve, reject) => {
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(`${program} was not found.`);
    wanted.push({ name, resolve, reject });
    lastInstall = lastInstall.then(nextTurn).then(installWanted);
  });
}

/** Each run of apt-get takes seconds, however little it installs. */
async function installWanted() {
  const packages = wanted;
  wanted = [];
  if (packages.length === 0) return;
  try {
    await install(...packages.map(({ name }) => name));
    for (const { resolve } of packages) resolve();
  } catch (error) {
    if (packages.length === 1) packages[0].reject(error);
    // One that cannot be had must not keep the others away.
    else for (const { name, resolve, reject } of packages) await install(name).then(resolve, reject);
  }
}

async function install(...names) {
  console.log(`Installing ${names.join(', ')} …`);
  updating ??= runAptGet('update');
  await updating;
  await runAptGet('install', '-y', '--no-install-recommends', ...names);
}

/** Waits while another process installs something; not while one updates the list of packages. */
function runAptGet(...command) {
  return run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...command], options);
}

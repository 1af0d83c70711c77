import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const options = {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
};

let updating;
let lastInstall = Promise.resolve();

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
export function reasonOf(error) {
  return error.message.trim().split('\n').at(-1);
}

/** Installs a package after the others. */
function installDebianPackage(name, program) {
  const install = lastInstall.then(async () => {
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(`${program} was not found.`);
    console.log(`Installing ${name} …`);
    updating ??= runAptGet('update');
    await updating;
    await runAptGet('install', '-y', '--no-install-recommends', name);
  });
  lastInstall = install.catch(() => {});
  return install;
}

/** Waits while another process installs something; not while one updates the list of packages. */
function runAptGet(...command) {
  return run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...command], options);
}

import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const options = {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
};

let updating;
let lastInstall = Promise.resolve();

/** Installs a package on Debian, as root, after the others. @throws Error elsewhere, naming the missing program */
export function installDebianPackage(name, program) {
  const install = lastInstall.then(async () => {
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(`${program} was not found.`);
    console.log(`Installing ${name} …`);
    updating ??= runAptGet('update');
    await updating;
    await runAptGet('install', '-y', name);
  });
  lastInstall = install.catch(() => {});
  return install;
}

/** Waits while another process installs something. */
function runAptGet(...command) {
  return run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...command], options);
}

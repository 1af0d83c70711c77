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
    updating ??= run('apt-get', ['update', '-qq'], options);
    await updating;
    await run('apt-get', ['install', '-y', '-qq', name], options);
  });
  lastInstall = install.catch(() => {});
  return install;
}

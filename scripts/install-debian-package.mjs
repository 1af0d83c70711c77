import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** Installs a package on Debian, as root. @throws Error elsewhere, naming the missing program */
export async function installDebianPackage(name, program) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(`${program} was not found.`);
  console.log(`Installing ${name} …`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  await run('apt-get', ['update', '-qq'], options);
  await run('apt-get', ['install', '-y', '-qq', name], options);
}

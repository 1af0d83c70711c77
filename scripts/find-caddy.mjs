import { existsSync } from 'node:fs';
import path from 'node:path';
import { installDebianPackage } from './install-debian-package.mjs';

/** Finds Caddy in PATH. On Debian, as root, installs it if it is missing. @throws Error elsewhere */
export async function findCaddy() {
  const find = () =>
    (process.env.PATH ?? '')
      .split(path.delimiter)
      .map((folder) => path.join(folder, 'caddy'))
      .find((file) => existsSync(file));
  if (!find()) await installDebianPackage('caddy', 'caddy');
  return find();
}

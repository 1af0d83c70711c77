import { existsSync } from 'node:fs';
import path from 'node:path';
import { findOrInstall } from './find-or-install.mjs';

/**
 * Finds Caddy in PATH. On Debian, as root, installs it if it is missing.
 * @throws Error elsewhere
 */
export function findCaddy() {
  const find = () =>
    (process.env.PATH ?? '')
      .split(path.delimiter)
      .map((folder) => path.join(folder, 'caddy'))
      .find((file) => existsSync(file));
  return findOrInstall(find, 'caddy', 'caddy');
}

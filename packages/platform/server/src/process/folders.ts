import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** The folder of this package. Found by its name, because the bundled server runs from `dist/server`. */
export const serverFolder = findPackage('@portico/server');

/** A release has this package in `node_modules/@portico/server`, at the same depth. */
const repository = path.join(serverFolder, '../../..');

/** The build of the shell. */
export const distFolder = path.join(repository, 'dist');

export const examplesFolder = path.join(repository, 'packages/examples');

/** A release has no example modules. */
export const hasExamples = existsSync(examplesFolder);

/** The logos that come with the server. */
export const mediaFolder = path.join(serverFolder, 'media');

export const fontAwesomeFolder = findPackage('@fortawesome/fontawesome-free');

function findPackage(name: string): string {
  return path.dirname(resolve(`${name}/package.json`));
}

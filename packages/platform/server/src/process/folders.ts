import { existsSync } from 'node:fs';
import { access, constants, mkdir, readFile, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';
import { StartupError, systemErrorCode } from './startup-error';

const { resolve } = createRequire(import.meta.url);

/** The folder of this package, resolved by name because the bundled server runs from `dist/server`. */
export const serverFolder = findPackage('@portico/server');

/** The root of the repository or release. A release has this package at the same depth, in `node_modules/@portico/server`. */
const repository = path.join(serverFolder, '../../..');

/** Reads the version of this server. */
export async function readServerVersion(): Promise<string> {
  const { version } = v.parse(
    v.object({ version: v.string() }),
    JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8')),
  );
  return version;
}

/** The build of the shell. */
export const distFolder = path.join(repository, 'dist');

export const examplesFolder = path.join(repository, 'packages/examples');

/** A release has no example modules. */
export const hasExamples = existsSync(examplesFolder);

/** The server's own logos. */
export const mediaFolder = path.join(serverFolder, 'media');

export const fontAwesomeFolder = findPackage('@fortawesome/fontawesome-free');

function findPackage(name: string): string {
  return path.dirname(resolve(`${name}/package.json`));
}

/** Creates the data folder if it is missing; throws StartupError if it cannot be written. */
export async function requireDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (cause) {
    const reason = String(systemErrorCode(cause) ?? 'unknown');
    const message = `The data folder ${folder} cannot be written (${reason}); set PORTICO_DATA to another folder.`;
    throw new StartupError(message, { cause });
  }
}

/** With less free space, writes may fail at any moment. */
const minFreeBytes = 16 * 1024 * 1024;

/** Whether the disk of the data folder has enough free space. */
export async function hasFreeSpace(folder: string, bytes = minFreeBytes): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= bytes;
}

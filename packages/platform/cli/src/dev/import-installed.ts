import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError } from '../terminal/arguments';

/**
 * Imports a package that this folder has installed.
 * @throws CommandError when the package is not installed
 */
export async function importInstalled<Exports>(name: string): Promise<Exports> {
  return import(/* webpackIgnore: true */ pathToFileURL(resolveInstalled(name)).href);
}

/**
 * Finds a package, or a file of a package, that this folder has installed.
 * @throws CommandError when the package is not installed
 */
export function resolveInstalled(file: string): string {
  const found = findInstalled(file);
  if (found !== undefined) return found;
  const [, name] = /^((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  throw new CommandError(
    `${name} is not installed here: run "npm install --save-dev ${name}", or serve the output of a build with --dist.`,
  );
}

/** Finds a package, or a file of a package; `undefined` if the folder has not installed it. */
export function findInstalled(file: string, folder = '.'): string | undefined {
  try {
    return createRequire(path.resolve(folder, 'package.json')).resolve(file);
  } catch {
    return undefined;
  }
}

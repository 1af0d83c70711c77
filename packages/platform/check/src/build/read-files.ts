import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type ModuleFile,
  moduleFileMaxBytes,
  moduleFileNameSchema,
  moduleFilesMax,
  moduleVersionMaxBytes,
} from '@portico/contract/publishing';
import * as v from 'valibot';
import { CheckError } from './messages';
import { scopeFile } from './scope-file';

/** A file of a version, with its content. */
export interface ReadFile extends ModuleFile {
  readonly content: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the files of a built folder as they are published, sorted by name, without dot files.
 * @param styleScope the scope of its style sheets
 * @param withMaps whether source maps are among them
 * @throws CheckError for the first file that a portal would refuse
 */
export async function readFiles(folder: string, styleScope?: string, withMaps = false): Promise<ReadFile[]> {
  const names = await listPublishedFiles(folder, withMaps);
  return Promise.all(
    names.map(async (name) => {
      const content = scopeFile(name, await readFile(path.join(folder, name)), styleScope);
      return { name, content, digest: computeDigest(content) };
    }),
  );
}

/** @throws CheckError for the first file that a portal would refuse */
export async function listPublishedFiles(folder: string, withMaps = false): Promise<string[]> {
  const names = await listFiles(folder, withMaps);
  if (names.length > moduleFilesMax) {
    throw new CheckError(`${folder} has ${names.length} files; the limit is ${moduleFilesMax}.`);
  }
  let sum = 0;
  for (const name of names) {
    const { size } = await stat(path.join(folder, name));
    if (size > moduleFileMaxBytes) throw new CheckError(`${name} has ${formatLimit(size, moduleFileMaxBytes)}.`);
    sum += size;
  }
  if (sum > moduleVersionMaxBytes) {
    throw new CheckError(`The files of ${folder} have ${formatLimit(sum, moduleVersionMaxBytes)}.`);
  }
  return names;
}

const advice =
  'Rename its source, or name built files by their hash: assetFileNames of Vite and Rollup, assetModuleFilename of webpack and Rspack.';

async function listFiles(folder: string, withMaps: boolean): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
    if (entry.isDirectory() || (!withMaps && name.endsWith('.map')) || /(^|\/)\./.test(name)) continue;
    // A link could lead to any file of this machine.
    if (!entry.isFile()) throw new CheckError(`${name} is not a regular file: links cannot be published.`);
    const valid = v.safeParse(moduleFileNameSchema, name);
    if (!valid.success) throw new CheckError(`"${name}" cannot be published: ${valid.issues[0].message} ${advice}`);
    names.push(name);
  }
  return names.sort();
}

function formatLimit(bytes: number, limit: number): string {
  const megabytes = (value: number) => `${(value / 1024 / 1024).toFixed(1)} MB`;
  return `${megabytes(bytes)}; the limit is ${megabytes(limit)}`;
}

/** Lists all files of a built folder by their paths below it, with slashes, sorted. */
export async function listBuiltFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** The SHA-384 digest of a file as the portal names it: base64url. */
export function computeDigest(content: Uint8Array): string {
  return createHash('sha384').update(content).digest('base64url');
}

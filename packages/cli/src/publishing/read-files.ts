import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type ModuleFile,
  moduleFileMaxBytes,
  moduleFileNameSchema,
  moduleFilesMax,
  moduleVersionMaxBytes,
} from '@portico/contract';
import * as v from 'valibot';
import { CommandError } from '../command-error';

/** A file of a version, as it is sent. */
export interface ReadFile extends ModuleFile {
  readonly content: Uint8Array<ArrayBuffer>;
}

/**
 * The files of a built folder by name, but for source maps and what a dot hides.
 *
 * @throws CommandError about the first that no portal takes
 */
export async function readFiles(folder: string): Promise<ReadFile[]> {
  const names = await namesIn(folder);
  if (names.length > moduleFilesMax) {
    throw new CommandError(`${folder} has ${names.length} files, of ${moduleFilesMax} at most.`);
  }
  let sum = 0;
  for (const name of names) {
    const { size } = await stat(path.join(folder, name));
    if (size > moduleFileMaxBytes) throw new CommandError(`${name} has ${ofAtMost(size, moduleFileMaxBytes)}.`);
    sum += size;
  }
  if (sum > moduleVersionMaxBytes) {
    throw new CommandError(`The files of ${folder} have ${ofAtMost(sum, moduleVersionMaxBytes)}.`);
  }
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(path.join(folder, name));
      return { name, content, digest: createHash('sha384').update(content).digest('base64url') };
    }),
  );
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
    if (entry.isDirectory() || name.endsWith('.map') || /(^|\/)\./.test(name)) continue;
    // What a link leads to may lie anywhere, and would be published.
    if (!entry.isFile()) throw new CommandError(`${name} is not a file: a link or the like cannot be published.`);
    const valid = v.safeParse(moduleFileNameSchema, name);
    if (!valid.success) throw new CommandError(`"${name}" cannot be published: ${valid.issues[0].message}`);
    names.push(name);
  }
  return names.sort();
}

function ofAtMost(bytes: number, limit: number): string {
  const megabytes = (value: number) => `${(value / 1024 / 1024).toFixed(1)} MB`;
  return `${megabytes(bytes)}, of ${megabytes(limit)} at most`;
}

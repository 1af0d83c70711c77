import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltModule } from '../module/built-module';
import { computeDigest } from '../module/compute-digest';
import { getTypesName } from './fetch-types';
import type { ReadFile } from './read-files';

/** Reads the types of a module, to be published beside its entry; nothing if it declares none. */
export async function readTypes({ entry, folder, types }: BuiltModule): Promise<ReadFile[]> {
  if (types === undefined) return [];
  const content = await readFile(path.resolve(folder, types));
  return [{ name: getTypesName(entry), content, digest: computeDigest(content) }];
}

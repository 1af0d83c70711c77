import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Lists the files of a built folder by their paths below it, with slashes, sorted. */
export async function listBuiltFiles(dist: string): Promise<string[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

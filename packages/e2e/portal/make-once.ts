import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lock } from 'proper-lockfile';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Returns a folder that the first worker makes, for which the others wait.
 * @param make writes what it shall have into a folder that does not exist yet; what fails midway is made again
 */
export async function makeOnce(folder: string, make: (unfinished: string) => Promise<void>): Promise<string> {
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true });
  const release = await lock(parent, {
    lockfilePath: `${folder}.lock`,
    // A worker that is busy with a build does not renew its lock.
    stale: 60_000,
    retries: { forever: true, minTimeout: 100, maxTimeout: 100 },
  });
  try {
    if (existsSync(folder)) return folder;
    const unfinished = `${folder}.part`;
    await rm(unfinished, { recursive: true, force: true });
    await make(unfinished);
    await rename(unfinished, folder);
    return folder;
  } finally {
    await release();
  }
}

/** A short hash of the files and of what else decides what is made of them. */
export async function computeDigest(files: readonly string[], salt = ''): Promise<string> {
  const hash = createHash('sha256').update(salt);
  for (const file of [...files].sort()) hash.update(path.relative(root, file)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lock } from 'proper-lockfile';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Returns a folder that the first worker makes. The other workers wait for it.
 * @param make creates the folder with its content; runs again after a failure
 */
export async function makeOnce(folder: string, make: (unfinished: string) => Promise<void>): Promise<string> {
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true });
  const release = await lock(parent, {
    lockfilePath: `${folder}.lock`,
    // A worker cannot renew its lock while it builds.
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

/** A short hash of the files and of all other inputs. */
export async function computeDigest(files: readonly string[], salt = ''): Promise<string> {
  const hash = createHash('sha256').update(salt);
  for (const file of [...files].sort()) hash.update(path.relative(root, file)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

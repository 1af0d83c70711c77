import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const day = 24 * 60 * 60 * 1000;
const partial = /^backup-[\w-]+\.partial$/;

/** The file of a backup that is under way: with everything that the portal stores. */
export function getPartialBackup(dataFolder: string, id: string): string {
  return path.join(dataFolder, `backup-${id}.partial`);
}

/**
 * Deletes the files of backups that a process left when it was killed. Those of the last day may be those of another
 * process.
 */
export async function deleteLeftBackups(dataFolder: string, now: Date): Promise<void> {
  const names = await readdir(dataFolder).catch(() => []);
  for (const name of names.filter((candidate) => partial.test(candidate))) {
    const file = path.join(dataFolder, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < now.getTime() - day) await rm(file, { force: true });
  }
}

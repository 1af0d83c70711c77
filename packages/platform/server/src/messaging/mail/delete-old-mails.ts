import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Deletes the files of the outbox from before a time. */
export async function deleteOldMails(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = name.endsWith('.eml') ? await stat(file).catch(() => undefined) : undefined;
    if (found !== undefined && found.mtime < before) await rm(file, { force: true });
  }
}

import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Deletes the files of the outbox from before a time. */
export async function deleteOldMails(folder: string, before: Date): Promise<void> {
  for (const file of await listMails(folder)) {
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && found.mtime < before) await rm(file, { force: true });
  }
}

/** Deletes the files of the outbox to an address. */
export async function deleteMailsTo(folder: string, email: string): Promise<void> {
  for (const file of await listMails(folder)) {
    const [head = ''] = (await readFile(file, 'utf8').catch(() => '')).split(/\r?\n\r?\n/, 1);
    // A long header goes on in the next line (RFC 5322, section 2.2.3).
    const unfolded = head.replace(/\r?\n[ \t]+/g, ' ');
    if (/^to: *(.*)$/im.exec(unfolded)?.[1]?.toLowerCase() === email) await rm(file, { force: true });
  }
}

async function listMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.eml')).map((name) => path.join(folder, name));
}

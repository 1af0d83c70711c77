import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, type Executor, instant } from '../database/database';
import { addMilliseconds } from '../database/database-clock';

const day = 24 * 60 * 60_000;

/** Open tabs of a build work for a week after its last process ended. */
const kept = 7 * day;

/** Stores the scripts of all builds on the database: processes also get requests for those of another release. */
export function createShellFileStore(database: Executor, now: () => Date) {
  return {
    /** Stores the missing scripts of a build, and deletes scripts that no process had for a week. */
    async keep(folder: string): Promise<void> {
      const names = await listScripts(folder);
      if (names.length === 0) return;
      const seenAt = now();
      const known = await database
        .select({ name: shellFiles.name, seenAt: shellFiles.seenAt })
        .from(shellFiles)
        .where(inArray(shellFiles.name, names));
      const fresh = new Set(known.map(({ name }) => name));
      for (const name of names.filter((candidate) => !fresh.has(candidate))) {
        const content = await readFile(path.join(folder, `${name}.br`));
        // As base64, because PGlite converts bytes to text ten times more slowly.
        const brotli = sql`decode(${content.toString('base64')}, 'base64')`;
        await database.insert(shellFiles).values({ name, brotli, seenAt }).onConflictDoNothing();
      }
      if (known.every((file) => seenAt.getTime() - file.seenAt.getTime() < day / 2)) return;
      await database.update(shellFiles).set({ seenAt }).where(inArray(shellFiles.name, names));
      await database.delete(shellFiles).where(lt(shellFiles.seenAt, addMilliseconds(seenAt, -kept)));
    },
    async has(name: string): Promise<boolean> {
      return (await database.$count(shellFiles, eq(shellFiles.name, name))) > 0;
    },
    /** Returns a script, compressed by Brotli. */
    async find(name: string): Promise<Buffer | undefined> {
      const [found] = await database
        .select({ content: sql<string>`encode(${shellFiles.brotli}, 'base64')` })
        .from(shellFiles)
        .where(eq(shellFiles.name, name));
      return found && Buffer.from(found.content, 'base64');
    },
  };
}

export type ShellFileStore = ReturnType<typeof createShellFileStore>;

/** Lists the compressed scripts. A development build has none, so it is not stored. */
async function listScripts(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const scripts = files.filter((file) => file.endsWith('.js.br')).map((file) => file.slice(0, -'.br'.length));
  return scripts.map((script) => script.replaceAll(path.sep, '/'));
}

/** The scripts of the shell's builds that ran on this database within the last week. */
export const shellFiles = pgTable('shell_files', {
  name: text('name').primaryKey(),
  brotli: bytes('brotli').notNull(),
  seenAt: instant('seen_at').notNull(),
});

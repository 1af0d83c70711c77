import { eq, inArray, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Executor } from '../../database/database';
import { moduleFiles } from '../tables';
import type { ModuleFileStore } from './file-store';

/** On PGlite, every other query waits for these reads. */
const readsAtOnce = 2;

/**
 * Stores the files of modules in the database, so that every process and every backup has them. Contents travel as
 * base64: PGlite converts bytes to text and back ten times more slowly.
 */
export function createDatabaseFileStore(database: Executor): ModuleFileStore {
  const limit = pLimit(readsAtOnce);

  async function read(digest: string): Promise<Buffer | undefined> {
    const [found] = await database
      .select({ content: sql<string>`encode(${moduleFiles.content}, 'base64')` })
      .from(moduleFiles)
      .where(eq(moduleFiles.digest, digest));
    return found && Buffer.from(found.content, 'base64');
  }

  return {
    missing: async (digests) => {
      if (digests.length === 0) return [];
      const kept = await database
        .select({ digest: moduleFiles.digest })
        .from(moduleFiles)
        .where(inArray(moduleFiles.digest, [...digests]));
      const known = new Set(kept.map(({ digest }) => digest));
      return digests.filter((digest) => !known.has(digest));
    },
    put: async (digest, content) => {
      const decoded = sql`decode(${content.toString('base64')}, 'base64')`;
      await database.insert(moduleFiles).values({ digest, content: decoded }).onConflictDoNothing();
    },
    get: (digest) => limit(() => read(digest)),
  };
}

import { eq, inArray, sql } from 'drizzle-orm';
import { createWorkQueue } from '../concurrency/work-queue';
import type { Executor } from '../database/database';
import { moduleFiles } from '../database/tables';
import type { ModuleFileStore } from './file-store';

/** On PGlite everything else of the server waits for the files that are read before it. */
const readsAtOnce = 2;

/**
 * Keeps the files of modules in the database, which every process has and every backup holds. They travel as base64:
 * PGlite makes text of bytes, and bytes of text, ten times more slowly than that takes.
 */
export function createDatabaseFileStore(database: Executor): ModuleFileStore {
  const reads = createWorkQueue({ atOnce: readsAtOnce, waiting: Number.POSITIVE_INFINITY });

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
    get: (digest) => reads.run(() => read(digest)),
  };
}

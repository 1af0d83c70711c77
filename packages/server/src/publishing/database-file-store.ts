import { eq, inArray } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { moduleFiles } from '../database/tables';
import type { ModuleFileStore } from './file-store';

/** Keeps the files of modules in the database, which every process has and every backup holds. */
export function createDatabaseFileStore(database: Executor): ModuleFileStore {
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
      await database.insert(moduleFiles).values({ digest, content }).onConflictDoNothing();
    },
    get: async (digest) => {
      const [found] = await database
        .select({ content: moduleFiles.content })
        .from(moduleFiles)
        .where(eq(moduleFiles.digest, digest));
      return found?.content;
    },
  };
}

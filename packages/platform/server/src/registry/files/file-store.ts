import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Executor } from '../../database/database';
import { moduleFiles } from '../tables';

/** Stores the contents of modules' files by their digest (a SHA-384 as base64url), for all processes. */
export interface ModuleFileStore {
  /** Lists the digests whose content is not stored. */
  missing(digests: readonly string[]): Promise<string[]>;
  /** Stores a content. Storing it again changes nothing. */
  put(digest: string, content: Buffer): Promise<void>;
  get(digest: string): Promise<Buffer | undefined>;
}

/** The digest of a content in the form of `fileDigestSchema`. */
export function computeDigest(content: Buffer): string {
  return createHash('sha384').update(content).digest('base64url');
}

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

import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Executor } from '../../database/database';
import { moduleFiles } from '../tables';

/** Stores the contents of modules' files by their digest (a SHA-384 as base64url), for all processes. */
export interface ModuleFileStore {
  /** Lists the digests without a stored content. */
  missing(digests: readonly string[]): Promise<string[]>;
  /** Stores a content, unless it is stored already. */
  put(digest: string, content: Buffer): Promise<void>;
  get(digest: string): Promise<Buffer | undefined>;
}

/** Computes the digest of a content in the form of `fileDigestSchema`. */
export function computeDigest(content: Buffer): string {
  return createHash('sha384').update(content).digest('base64url');
}

/** Few, because all other queries on PGlite wait for them. */
const maxConcurrentReads = 2;

/** Stores files in the database. Contents are sent as base64, which is ten times faster on PGlite than bytes. */
export function createDatabaseFileStore(database: Executor): ModuleFileStore {
  const limit = pLimit(maxConcurrentReads);

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

import { moduleVersionMaxBytes } from '@portico/contract/publishing';
import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { deleteBatch } from '../../database/delete-batch';
import { ApiError } from '../../http/api-error';
import type { RegistryServices } from '../create-registry';
import { moduleVersionFiles, sentFiles } from '../tables';

type FileServices = Pick<RegistryServices, 'database' | 'now' | 'registry'>;

/** Two versions: one with a failed publication, and the next one. */
const maxUnpublishedBytes = 2 * moduleVersionMaxBytes;

/**
 * Stores a content. Its size counts for the module that uploads it first.
 * @throws ApiError 413 when the module has too many bytes in files without a version
 */
export async function storeFile(
  { database, now, registry }: FileServices,
  module: string,
  digest: string,
  content: Buffer,
): Promise<void> {
  // Insert the row before the content: `deleteUnusedFiles` then keeps the content for a day.
  await database.transaction(async (tx) => {
    // One file of a module at a time: concurrent files would not see each other's size.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sent_files'), hashtext(${module}))`);
    if ((await touchFiles(tx, [digest], now())).size > 0) return;
    const size = content.length;
    if ((await countUnpublishedBytes(tx, module)) + size > maxUnpublishedBytes) {
      throw new ApiError(413, 'unpublished-files-too-large', { values: { module } });
    }
    const sentAt = now();
    await tx
      .insert(sentFiles)
      .values({ digest, module, size, sentAt })
      .onConflictDoUpdate({ target: sentFiles.digest, set: { sentAt } });
  });
  await registry.files.put(digest, content);
}

/** Finds the stored contents, and keeps them for another day. Returns their sizes in bytes, by digest. */
export async function touchSentFiles(
  { database, now, registry }: FileServices,
  digests: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = [...new Set(digests)];
  // Touch first: a touched file stays for a day, so it cannot disappear after the second query.
  const sizes = await touchFiles(database, wanted, now());
  for (const digest of await registry.files.missing(wanted)) sizes.delete(digest);
  return sizes;
}

/**
 * Deletes a batch of the files without a version that were last uploaded or requested before a time. The database
 * deletes contents of its own with them. A publication touches its files before it stores its version, so its files
 * stay.
 * @returns whether there may be more
 */
export function deleteUnusedFiles(executor: Executor, before: Date): Promise<boolean> {
  const isUnused = sql`${lt(sentFiles.sentAt, before)} and ${isUnnamed(executor)}`;
  return deleteBatch(executor, sentFiles, [sentFiles.digest], isUnused);
}

/** Renews the time of these contents. Returns the sizes of those that are known. */
async function touchFiles(executor: Executor, digests: readonly string[], now: Date): Promise<Map<string, number>> {
  if (digests.length === 0) return new Map();
  // All calls lock rows in the same order, to avoid deadlocks.
  const inOrder = executor
    .select({ digest: sentFiles.digest })
    .from(sentFiles)
    .where(inArray(sentFiles.digest, [...digests]))
    .orderBy(sentFiles.digest)
    .for('update');
  const touched = await executor
    .update(sentFiles)
    .set({ sentAt: now })
    .where(inArray(sentFiles.digest, inOrder))
    .returning({ digest: sentFiles.digest, size: sentFiles.size });
  return new Map(touched.map(({ digest, size }) => [digest, size]));
}

async function countUnpublishedBytes(executor: Executor, module: string): Promise<number> {
  const [sum] = await executor
    .select({ bytes: sql<string>`coalesce(sum(${sentFiles.size}), 0)` })
    .from(sentFiles)
    .where(and(eq(sentFiles.module, module), isUnnamed(executor)));
  return Number(sum?.bytes ?? 0);
}

function isUnnamed(executor: Executor) {
  const naming = executor
    .select({ digest: moduleVersionFiles.digest })
    .from(moduleVersionFiles)
    .where(eq(moduleVersionFiles.digest, sentFiles.digest));
  return notExists(naming);
}

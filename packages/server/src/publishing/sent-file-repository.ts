import { moduleVersionMaxBytes } from '@portico/contract';
import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { moduleFiles, moduleVersionFiles, sentFiles } from '../database/tables';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';

type FileServices = Pick<Services, 'database' | 'now' | 'publishing'>;

/** Two versions' worth: one that failed at the end of its way, and the next one. */
const unpublishedMaxBytes = 2 * moduleVersionMaxBytes;
/** What no version names within a day of when it was last sent or asked for is removed. */
const keptMilliseconds = 24 * 3600 * 1000;

/**
 * Keeps a content, for the module that sends it first.
 * @throws ApiError 413 when the module has too much that no version names
 */
export async function keepFile(
  { database, now, publishing }: FileServices,
  module: string,
  digest: string,
  content: Buffer,
): Promise<void> {
  // The row comes before the content: from now on nothing takes that away for a day.
  await database.transaction(async (tx) => {
    // The files of a module come one after another, or several would find room for one each.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sent_files'), hashtext(${module}))`);
    if ((await touchFiles(tx, [digest], now())).size > 0) return;
    const size = content.length;
    if ((await unpublishedBytesOf(tx, module)) + size > unpublishedMaxBytes) {
      throw new ApiError(413, 'unpublished-files-too-large', { values: { module } });
    }
    const sentAt = now();
    await tx
      .insert(sentFiles)
      .values({ digest, module, size, sentAt })
      .onConflictDoUpdate({ target: sentFiles.digest, set: { sentAt } });
  });
  await publishing.files.put(digest, content);
}

/** Which of these contents have yet to be sent; the others are kept for another day. */
export async function missingFiles(
  { database, now, publishing }: FileServices,
  digests: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(digests)];
  // In this order: what is there after it was touched stays.
  const touched = await touchFiles(database, wanted, now());
  const isMissing = new Set(await publishing.files.missing(wanted));
  return wanted.filter((digest) => isMissing.has(digest) || !touched.has(digest));
}

/** How large the contents are that have been sent, in bytes. */
export async function sizesOf(executor: Executor, digests: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (digests.length === 0) return new Map();
  const rows = await executor
    .select({ digest: sentFiles.digest, size: sentFiles.size })
    .from(sentFiles)
    .where(inArray(sentFiles.digest, [...digests]));
  return new Map(rows.map(({ digest, size }) => [digest, size]));
}

/**
 * Removes what no version names and nobody sent or asked for within a day, with its content where that is in the
 * database. A publication touches its files before it writes its version down, so what it is about to name stays.
 */
export async function sweepFiles({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const abandoned = database
    .select({ digest: sentFiles.digest })
    .from(sentFiles)
    .where(and(lt(sentFiles.sentAt, new Date(now().getTime() - keptMilliseconds)), isUnnamed(database)))
    // What a call is touching right now is not abandoned; and it locks in another order.
    .for('update', { skipLocked: true });
  const swept = await database
    .delete(sentFiles)
    .where(inArray(sentFiles.digest, abandoned))
    .returning({ digest: sentFiles.digest });
  // PGlite has nothing that would make the room usable again by itself.
  if (swept.length > 0) await database.execute(sql`vacuum ${moduleFiles}`);
}

/** Renews the time of these contents; answers which of them are known. */
async function touchFiles(executor: Executor, digests: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (digests.length === 0) return new Set();
  // In one order for all calls, so that none waits for another that waits for it.
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
    .returning({ digest: sentFiles.digest });
  return new Set(touched.map(({ digest }) => digest));
}

async function unpublishedBytesOf(executor: Executor, module: string): Promise<number> {
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

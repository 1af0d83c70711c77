import { inArray } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { sentFiles } from '../database/tables';
import type { ModuleFileStore } from './file-store';

/** Keeps a content, and how large it is. */
export async function keepFile(
  executor: Executor,
  files: ModuleFileStore,
  digest: string,
  content: Buffer,
): Promise<void> {
  await files.put(digest, content);
  await executor.insert(sentFiles).values({ digest, size: content.length }).onConflictDoNothing();
}

/** Which of these contents have yet to be sent. */
export async function missingFiles(
  executor: Executor,
  files: ModuleFileStore,
  digests: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(digests)];
  const [missing, sizes] = await Promise.all([files.missing(wanted), sizesOf(executor, wanted)]);
  const isMissing = new Set(missing);
  return wanted.filter((digest) => isMissing.has(digest) || !sizes.has(digest));
}

/** How large the contents are that have been sent, in bytes. */
export async function sizesOf(executor: Executor, digests: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (digests.length === 0) return new Map();
  const rows = await executor
    .select()
    .from(sentFiles)
    .where(inArray(sentFiles.digest, [...digests]));
  return new Map(rows.map(({ digest, size }) => [digest, size]));
}

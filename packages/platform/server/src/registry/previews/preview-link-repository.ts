import { asc, eq, gt, lte } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { previewLinks } from '../tables';

/** A link that works, or worked until it expired. */
export type PreviewLinkRow = typeof previewLinks.$inferSelect;

/** Also deletes the links that have expired. */
export async function insertPreviewLink(tx: Executor, link: PreviewLinkRow): Promise<void> {
  await tx.delete(previewLinks).where(lte(previewLinks.expiresAt, link.createdAt));
  await tx.insert(previewLinks).values(link);
}

/** Lists the links that work, the oldest first. */
export function listPreviewLinks(executor: Executor, now: Date): Promise<PreviewLinkRow[]> {
  const { createdAt, expiresAt, id } = previewLinks;
  return executor.select().from(previewLinks).where(gt(expiresAt, now)).orderBy(asc(createdAt), asc(id));
}

/** Finds a link, which may have expired; `undefined` if it was revoked, or has expired and was deleted. */
export async function findPreviewLink(executor: Executor, id: string): Promise<PreviewLinkRow | undefined> {
  const [found] = await executor.select().from(previewLinks).where(eq(previewLinks.id, id));
  return found;
}

/** Returns whether the link was there. */
export async function deletePreviewLink(tx: Executor, id: string): Promise<boolean> {
  const deleted = await tx.delete(previewLinks).where(eq(previewLinks.id, id)).returning({ id: previewLinks.id });
  return deleted.length > 0;
}

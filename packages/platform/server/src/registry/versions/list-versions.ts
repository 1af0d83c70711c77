import type { versionPageSchema, versionQuerySchema } from '@portico/contract/publishing';
import { and, count, eq, sql, sum } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Executor } from '../../database/database';
import { cutPage, sortByTime } from '../../http/list-page';
import { moduleVersionFiles, moduleVersions, sentFiles } from '../tables';

/** Lists the stored versions of a module, the newest first; throws ApiError 400 for a wrong cursor. */
export async function listVersions(
  executor: Executor,
  module: string,
  { after, limit }: v.InferOutput<typeof versionQuerySchema>,
): Promise<v.InferOutput<typeof versionPageSchema>> {
  const { checkedBy, createdAt, integrity, quarantinedAt, version } = moduleVersions;
  const { matchAfter, sorting } = sortByTime(createdAt, version, 'newest first');
  const page = executor
    .select({ version, createdAt, checkedBy, quarantinedAt, integrity })
    .from(moduleVersions)
    .where(and(eq(moduleVersions.module, module), matchAfter(after)))
    .orderBy(...sorting)
    .limit(limit + 1)
    .as('page');
  const uploaded = executor
    .select({ files: count().as('files'), bytes: sum(sentFiles.size).mapWith(Number).as('bytes') })
    .from(moduleVersionFiles)
    .innerJoin(sentFiles, eq(sentFiles.digest, moduleVersionFiles.digest))
    .where(and(eq(moduleVersionFiles.module, module), eq(moduleVersionFiles.version, page.version)))
    .as('uploaded');
  const rows = await executor
    .select({
      version: page.version,
      createdAt: page.createdAt,
      checkedBy: page.checkedBy,
      quarantinedAt: page.quarantinedAt,
      pinned: sql<number>`(select count(*) from jsonb_object_keys(${page.integrity}))::int`,
      files: uploaded.files,
      bytes: uploaded.bytes,
    })
    .from(page)
    .leftJoinLateral(uploaded, sql`true`)
    .orderBy(...sortByTime(page.createdAt, page.version, 'newest first').sorting);
  const { items, next } = cutPage(rows, limit, ({ createdAt, version }) => [createdAt, version]);
  return {
    items: items.map(({ bytes, checkedBy, createdAt, files, pinned, quarantinedAt, version }) => ({
      version,
      created_at: createdAt.toISOString(),
      checked_by: checkedBy,
      quarantined_at: quarantinedAt?.toISOString() ?? null,
      // A team that hosts its files sends none.
      files: files || pinned,
      bytes: files ? bytes : null,
    })),
    next,
  };
}

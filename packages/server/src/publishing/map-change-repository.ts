import type { MapChange } from '@portico/contract';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { mapChanges } from '../database/tables';

/** What is wanted of the history. */
export interface MapChangeQuery {
  readonly module?: string | undefined;
  /** Records with lower numbers alone. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The records of the live import map, the newest first. */
export async function listMapChanges(
  executor: Executor,
  { before, limit, module }: MapChangeQuery,
): Promise<MapChange[]> {
  const rows = await executor
    .select()
    .from(mapChanges)
    .where(
      and(
        module === undefined ? undefined : eq(mapChanges.module, module),
        before === undefined ? undefined : lt(mapChanges.revision, before),
      ),
    )
    .orderBy(desc(mapChanges.revision))
    .limit(limit);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

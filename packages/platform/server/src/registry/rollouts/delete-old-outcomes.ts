import { lt, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { rolloutOutcomes } from '../tables';

const deletedAtOnce = 1_000;

/**
 * Deletes a batch of the outcomes from before a time.
 * @returns whether there may be more
 */
export async function deleteOldOutcomes(executor: Executor, before: Date): Promise<boolean> {
  const { at, module, userId, version } = rolloutOutcomes;
  const old = executor
    .select({ module, version, userId })
    .from(rolloutOutcomes)
    .where(lt(at, before))
    .limit(deletedAtOnce)
    .for('update', { skipLocked: true });
  const deleted = await executor
    .delete(rolloutOutcomes)
    .where(sql`(${module}, ${version}, ${userId}) in (${old})`)
    .returning({ module });
  return deleted.length === deletedAtOnce;
}

import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { throttles } from '../tables';
import type { Limit } from './limits';

const batchSize = 1000;

/**
 * Counts a try in a leaking bucket: each try moves the time when the bucket is empty by `window / tries`. A try that
 * would move it beyond a window is refused. One statement, so that all processes count together.
 * @returns how many milliseconds to wait for the next try, or 0 if this one was counted
 */
export async function consumeTry(executor: Executor, key: string, limit: Limit, now: Date): Promise<number> {
  const share = limit.window / limit.tries;
  const fullest = now.getTime() + limit.window - share;
  const instant = sql`${now.toISOString()}::timestamptz`;
  const [taken] = await executor
    .insert(throttles)
    .values({ key, drainedAt: new Date(now.getTime() + share) })
    .onConflictDoUpdate({
      target: throttles.key,
      set: { drainedAt: sql`greatest(${throttles.drainedAt}, ${instant}) + ${getShare(limit)}` },
      setWhere: sql`${throttles.drainedAt} <= ${new Date(fullest).toISOString()}::timestamptz`,
    })
    .returning({ key: throttles.key });
  if (taken !== undefined) return 0;

  const [full] = await executor.select().from(throttles).where(eq(throttles.key, key));
  return Math.max(1, (full?.drainedAt.getTime() ?? 0) - fullest);
}

/** Uncounts one try. */
export async function refundTry(executor: Executor, key: string, limit: Limit): Promise<void> {
  await executor
    .update(throttles)
    .set({ drainedAt: sql`${throttles.drainedAt} - ${getShare(limit)}` })
    .where(eq(throttles.key, key));
}

export async function deleteThrottles(executor: Executor, keys: readonly string[]): Promise<void> {
  await executor.delete(throttles).where(inArray(throttles.key, [...keys]));
}

/** Deletes empty buckets, except those that another process is changing. */
export async function deleteDrainedThrottles(executor: Executor, now: Date): Promise<void> {
  const drained = executor
    .select({ key: throttles.key })
    .from(throttles)
    .where(lt(throttles.drainedAt, now))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  await executor.delete(throttles).where(inArray(throttles.key, drained));
}

function getShare({ window, tries }: Limit) {
  return sql`${window / tries}::double precision * interval '1 millisecond'`;
}

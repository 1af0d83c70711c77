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
  const fullest = getFullest(limit, now);
  const instant = toInstant(now.getTime());
  // No try moves the time so far: it was counted by a clock that was ahead.
  const impossible = sql`${throttles.drainedAt} > ${toInstant(now.getTime() + 2 * limit.window)}`;
  const start = sql`case when ${impossible} then ${instant} else greatest(${throttles.drainedAt}, ${instant}) end`;
  const [taken] = await executor
    .insert(throttles)
    .values({ key, drainedAt: new Date(now.getTime() + limit.window / limit.tries) })
    .onConflictDoUpdate({
      target: throttles.key,
      set: { drainedAt: sql`${start} + ${getShare(limit)}` },
      setWhere: sql`${throttles.drainedAt} <= ${toInstant(fullest)} or ${impossible}`,
    })
    .returning({ key: throttles.key });
  return taken === undefined ? Math.max(1, await findWait(executor, [{ key, limit }], now)) : 0;
}

/** How many milliseconds to wait until none of the buckets is full. */
export async function findWait(
  executor: Executor,
  asked: readonly { readonly key: string; readonly limit: Limit }[],
  now: Date,
): Promise<number> {
  const keys = asked.map(({ key }) => key);
  const rows = await executor.select().from(throttles).where(inArray(throttles.key, keys));
  const waits = rows.map(({ key, drainedAt }) => {
    const limit = asked.find((one) => one.key === key)?.limit;
    const isPossible = limit !== undefined && drainedAt.getTime() <= now.getTime() + 2 * limit.window;
    return isPossible ? drainedAt.getTime() - getFullest(limit, now) : 0;
  });
  return Math.max(0, ...waits);
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

/** The latest time of a bucket that takes one more try. */
function getFullest({ tries, window }: Limit, now: Date): number {
  // Rounded up: the database counts in microseconds.
  return Math.ceil(now.getTime() + window - window / tries);
}

function toInstant(milliseconds: number) {
  return sql`${new Date(milliseconds).toISOString()}::timestamptz`;
}

function getShare({ window, tries }: Limit) {
  return sql`${window / tries}::double precision * interval '1 millisecond'`;
}

import { createHash } from 'node:crypto';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { shareReads } from '../../database/shared-reads';
import { TooManyTriesError } from '../../http/api-error';
import { throttles } from '../limit-tables';
import { defaultLimits, type Limit, type LimitName, type Limits } from './limits';

/** A try that counts for a subject. The limit allows `factor` times its tries; 1 by default. */
export type Try = readonly [limit: LimitName, subject: string, factor?: number];

/** Limits tries, counted in the database for all processes. */
export type Throttle = ReturnType<typeof createThrottle>;

export function createThrottle(limits: Limits, now: () => Date, database: Executor) {
  const findDrain = shareReads((keys) => findDrains(database, keys));

  function getLimit([name, , factor = 1]: Try): Limit {
    const { tries, window } = limits[name];
    return { tries: tries * factor, window };
  }

  /** Uncounts tries that succeeded. */
  async function refund(executor: Executor, tries: readonly Try[]): Promise<void> {
    for (const one of tries) {
      await executor
        .update(throttles)
        .set({ drainedAt: sql`${throttles.drainedAt} - ${getShare(getLimit(one))}` })
        .where(eq(throttles.key, createBucket(one)));
    }
  }

  return {
    /** Counts all of these tries, or throws TooManyTriesError. Call it first, so that concurrent tries count. */
    count: async (executor: Executor, tries: readonly Try[]): Promise<void> => {
      for (const [index, one] of tries.entries()) {
        const wait = await consumeTry(executor, createBucket(one), getLimit(one), now());
        if (wait === 0) continue;
        await refund(executor, tries.slice(0, index));
        throw createRefusal(wait, one);
      }
    },
    /** Throws TooManyTriesError at a limit, without counting. Concurrent checks share their queries. */
    check: async (tries: readonly Try[]): Promise<void> => {
      const waits = await Promise.all(
        tries.map(async (one) => ({ one, wait: getWait(await findDrain(createBucket(one)), getLimit(one), now()) })),
      );
      const [longest] = waits.sort((one, other) => other.wait - one.wait);
      if (longest !== undefined && longest.wait > 0) throw createRefusal(longest.wait, longest.one);
    },
    /** Lists the limits that refuse the subjects of these buckets now, and until when they do. */
    listLocks: async (executor: Executor, buckets: readonly string[]) => {
      const at = now();
      return [...(await findDrains(executor, buckets))].flatMap(([bucket, drainedAt]) => {
        const limit = getLimitName(bucket);
        const wait = limit === undefined ? 0 : getWait(drainedAt, limits[limit], at);
        return wait > 0 ? [{ limit, until: new Date(at.getTime() + wait) }] : [];
      });
    },
    /** The condition that a limit refuses its subject, the value of an expression, now. */
    isLocked: (name: LimitName, subject: SQL): SQL<boolean> => {
      const limit = limits[name];
      const fullest = toInstant(getFullest(limit, now()));
      const possible = toInstant(now().getTime() + 2 * limit.window);
      return sql<boolean>`exists (select from ${throttles} where ${throttles.key} = ${createColumnBucket(name, subject)}
        and ${throttles.drainedAt} > ${fullest} and ${throttles.drainedAt} <= ${possible})`;
    },
    refund,
    /** Deletes all counted tries of these subjects. */
    reset: async (executor: Executor, tries: readonly Try[]): Promise<void> => {
      await resetBuckets(executor, tries.map(createBucket));
    },
    resetBuckets,
  };
}

function createRefusal(wait: number, refused: Try): TooManyTriesError {
  return new TooManyTriesError(Math.ceil(wait / 1000), createBucket(refused));
}

/** Deletes the counted tries of buckets. */
async function resetBuckets(executor: Executor, keys: readonly string[]): Promise<void> {
  await executor.delete(throttles).where(inArray(throttles.key, [...keys]));
}

/** Returns the limit that counts in a bucket. */
export function getLimitName(bucket: string): LimitName | undefined {
  const [name = ''] = bucket.split(':', 1);
  return isLimitName(name) ? name : undefined;
}

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(defaultLimits, name);
}

/** Names the bucket of a subject, which is hashed, so that the database does not collect what users mistype. */
export function createBucket([name, subject]: Try): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

/** The bucket of the value of an expression, as `createBucket` names it: `encode` writes plain Base64 with padding. */
function createColumnBucket(name: LimitName, subject: SQL): SQL {
  const digest = sql`encode(sha256(convert_to(${subject}, 'UTF8')), 'base64')`;
  return sql`${`${name}:`}::text || rtrim(translate(${digest}, '+/', '-_'), '=')`;
}

/**
 * Counts a try in a leaking bucket: each try moves the time when the bucket is empty by `window / tries`. A try that
 * would move it beyond a window is refused. One statement, so that all processes count together.
 * @returns how many milliseconds to wait for the next try, or 0 if this one was counted
 */
async function consumeTry(executor: Executor, key: string, limit: Limit, now: Date): Promise<number> {
  const fullest = getFullest(limit, now);
  const instant = toInstant(now.getTime());
  // No try moves the time this far: a process with a clock that was ahead counted it.
  const impossible = sql`${throttles.drainedAt} > ${toInstant(now.getTime() + 2 * limit.window)}`;
  const start = sql`case when ${impossible} then ${instant} else greatest(${throttles.drainedAt}, ${instant}) end`;
  const [taken] = await executor
    .insert(throttles)
    .values({ key, drainedAt: addMilliseconds(now, limit.window / limit.tries) })
    .onConflictDoUpdate({
      target: throttles.key,
      set: { drainedAt: sql`${start} + ${getShare(limit)}` },
      setWhere: sql`${throttles.drainedAt} <= ${toInstant(fullest)} or ${impossible}`,
    })
    .returning({ key: throttles.key });
  if (taken !== undefined) return 0;
  const drains = await findDrains(executor, [key]);
  return Math.max(1, getWait(drains.get(key), limit, now));
}

/** Finds the times when buckets are empty, by key. */
async function findDrains(executor: Executor, keys: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await executor
    .select()
    .from(throttles)
    .where(inArray(throttles.key, [...keys]));
  return new Map(rows.map(({ key, drainedAt }) => [key, drainedAt]));
}

/** Returns the milliseconds until a bucket that is empty at `drainedAt` takes one more try. */
function getWait(drainedAt: Date | undefined, limit: Limit, now: Date): number {
  const isPossible = drainedAt !== undefined && drainedAt.getTime() <= now.getTime() + 2 * limit.window;
  return isPossible ? Math.max(0, drainedAt.getTime() - getFullest(limit, now)) : 0;
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

import { createHash } from 'node:crypto';
import type { Executor } from '../../database/database';
import { shareReads } from '../../database/share-reads';
import { TooManyTriesError } from '../../http/api-error';
import type { Limit, LimitName, Limits } from './limits';
import { consumeTry, deleteThrottles, findDrains, getWait, refundTry } from './throttle-repository';

/** A try that counts for a subject. The limit allows `factor` times its tries; once by default. */
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
    for (const one of tries) await refundTry(executor, createKey(one), getLimit(one));
  }

  return {
    /**
     * Counts tries before they are made, so that concurrent tries count as well: all of them or none.
     * @throws TooManyTriesError beyond a limit
     */
    count: async (executor: Executor, tries: readonly Try[]): Promise<void> => {
      for (const [index, one] of tries.entries()) {
        const wait = await consumeTry(executor, createKey(one), getLimit(one), now());
        if (wait === 0) continue;
        await refund(executor, tries.slice(0, index));
        throw createRefusal(wait);
      }
    },
    /**
     * Counts nothing. Concurrent checks share their queries.
     * @throws TooManyTriesError if a limit has been reached
     */
    check: async (tries: readonly Try[]): Promise<void> => {
      const waits = await Promise.all(
        tries.map(async (one) => getWait(await findDrain(createKey(one)), getLimit(one), now())),
      );
      const wait = Math.max(0, ...waits);
      if (wait > 0) throw createRefusal(wait);
    },
    refund,
    /** Forgets all tries of these subjects. */
    reset: (executor: Executor, tries: readonly Try[]) => deleteThrottles(executor, tries.map(createKey)),
  };
}

function createRefusal(wait: number): TooManyTriesError {
  return new TooManyTriesError(Math.ceil(wait / 1000));
}

/** Hashed, so that the database does not collect what people mistype. */
function createKey([name, subject]: Try): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

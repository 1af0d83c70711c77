import { createHash } from 'node:crypto';
import type { Executor } from '../database/database';
import type { LimitName, Limits } from './limits';
import { deleteThrottles, giveTryBack, takeTry } from './throttle-repository';
import { TooManyTriesError } from './too-many-tries-error';

/** Counts tries in the database, against limits that all processes share. */
export interface Throttle {
  /** Counts a try before it is made, so that many at once count too. @throws TooManyTriesError beyond the limit */
  count(executor: Executor, limit: LimitName, subject: string): Promise<void>;
  /** Takes a counted try back: it was a good one. */
  giveBack(executor: Executor, limit: LimitName, subject: string): Promise<void>;
  /** Forgets what was counted of this subject. */
  reset(executor: Executor, limits: readonly LimitName[], subject: string): Promise<void>;
}

export function createThrottle(limits: Limits, now: () => Date): Throttle {
  return {
    count: async (executor, name, subject) => {
      const wait = await takeTry(executor, keyOf(name, subject), limits[name], now());
      if (wait > 0) throw new TooManyTriesError(Math.ceil(wait / 1000));
    },
    giveBack: (executor, name, subject) => giveTryBack(executor, keyOf(name, subject), limits[name]),
    reset: (executor, names, subject) =>
      deleteThrottles(
        executor,
        names.map((name) => keyOf(name, subject)),
      ),
  };
}

/** Hashed, so that what people mistyped is not collected, and every key is short. */
function keyOf(name: LimitName, subject: string): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import { createQueue } from '../../http/queue';

/** The costs of argon2id. The library's defaults (19 MiB, two passes) are those that OWASP recommends. */
export type HashingCost = Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>;

/** Maximum number of hashing calls that run, and that wait. */
export interface HashingLimits {
  readonly concurrency: number;
  readonly maxWaiting: number;
}

/** Hashes passwords and mailed codes with argon2id, a few at a time. */
export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/**
 * Argon2 uses a core for 20 to 40 ms, and the four threads that also read files, compress and sign. These limits leave
 * one core and one thread to other calls. The last waiting call is answered within the 15 s timeout of browsers.
 */
const defaultLimits: HashingLimits = {
  concurrency: Math.max(1, Math.min(3, availableParallelism() - 1)),
  maxWaiting: 300,
};

export function createPasswordHasher(cost: HashingCost = {}, limits = defaultLimits) {
  const queue = createQueue(limits);
  // Created at the start, on another thread. Otherwise the first unknown account would take longer.
  const dummyHash = hash(randomBytes(32), cost);
  const hashing = {
    hash: (secret: string) => hash(secret, cost),
    /** Takes the same time without a stored hash, so that timing does not reveal whether an account exists. */
    verify: async (storedHash: string | null | undefined, secret: string): Promise<boolean> => {
      const matches = await verify(storedHash ?? (await dummyHash), secret);
      return matches && typeof storedHash === 'string';
    },
  };
  return {
    /** Queues work that hashes, and runs it; throws BusyError if the queue is full. */
    run: <Result>(work: (given: typeof hashing) => Promise<Result>) => queue.run(() => work(hashing)),
    /** Queues a hash, even if the queue is full. */
    hash: (secret: string) => queue.runLater(() => hashing.hash(secret)),
    requireRoom: queue.requireRoom,
    getLoad: queue.getLoad,
  };
}

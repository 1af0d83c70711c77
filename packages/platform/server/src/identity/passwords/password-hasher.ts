import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import { createQueue } from '../../http/queue';

/** The costs of argon2id. The library's defaults (19 MiB, two passes) are those that OWASP recommends. */
export type HashingCost = Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>;

/** How much work that hashes may be under way, and wait, at a time. */
export interface HashingLimits {
  readonly concurrency: number;
  readonly maxWaiting: number;
}

/** Hashes passwords and mailed codes with argon2id, a few at a time. */
export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/**
 * Argon2 uses the four threads that also read files, compress and sign, and a core for 20 to 40 ms. One of each is left
 * to all other calls. The last of those that wait gets its answer in less than the 15 seconds that browsers wait.
 */
const defaultLimits: HashingLimits = {
  concurrency: Math.max(1, Math.min(3, availableParallelism() - 1)),
  maxWaiting: 300,
};

export function createPasswordHasher(cost: HashingCost = {}, limits = defaultLimits) {
  const queue = createQueue(limits);
  // Made at the start, on another thread. The first unknown account would take longer otherwise.
  const dummyHash = hash(randomBytes(32), cost);
  const hashing = {
    hash: (secret: string) => hash(secret, cost),
    /** Takes the same time without a stored hash, so that timing does not reveal who has an account. */
    verify: async (storedHash: string | null | undefined, secret: string): Promise<boolean> => {
      const matches = await verify(storedHash ?? (await dummyHash), secret);
      return matches && typeof storedHash === 'string';
    },
  };
  return {
    /**
     * Does work that hashes, once it is its turn. So no more tries are under way at a time than hashes.
     * @throws BusyError while too much work waits
     */
    run: <Result>(work: (given: typeof hashing) => Promise<Result>) => queue.run(() => work(hashing)),
    /** Hashes however much work waits. */
    hash: (secret: string) => queue.runLater(() => hashing.hash(secret)),
    requireRoom: queue.requireRoom,
    getLoad: queue.getLoad,
  };
}

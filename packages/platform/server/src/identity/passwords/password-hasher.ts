import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';

/** The costs of argon2id. The library's defaults (19 MiB, two passes) are those that OWASP recommends. */
export type HashingCost = Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>;

/** Hashes passwords and mailed codes with argon2id. */
export interface PasswordHasher {
  hash(secret: string): Promise<string>;
  /** Takes the same time without a stored hash, so that timing does not reveal who has an account. */
  verify(storedHash: string | null | undefined, secret: string): Promise<boolean>;
}

export function createPasswordHasher(cost: HashingCost = {}): PasswordHasher {
  // Made at the start, on another thread. The first unknown account would take longer otherwise.
  const hashOfNothing = hash(randomBytes(32), cost);
  return {
    hash: (secret) => hash(secret, cost),
    verify: async (storedHash, secret) => {
      const matches = await verify(storedHash ?? (await hashOfNothing), secret);
      return matches && typeof storedHash === 'string';
    },
  };
}

import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';

/** Costs of argon2id; the library's own (19 MiB, two passes) are what OWASP asks for. */
export type HashingCost = Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>;

/** Hashes what people type, passwords and mailed codes, with argon2id. */
export interface PasswordHasher {
  hash(secret: string): Promise<string>;
  /** Takes as long when there is nothing to compare with, so that time does not tell who has an account. */
  verify(storedHash: string | null | undefined, secret: string): Promise<boolean>;
}

export async function createPasswordHasher(cost: HashingCost = {}): Promise<PasswordHasher> {
  const hashOfNothing = await hash(randomBytes(32), cost);
  return {
    hash: (secret) => hash(secret, cost),
    verify: async (storedHash, secret) => {
      const matches = await verify(storedHash ?? hashOfNothing, secret);
      return matches && typeof storedHash === 'string';
    },
  };
}

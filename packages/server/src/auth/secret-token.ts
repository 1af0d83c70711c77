import { createHash, randomBytes } from 'node:crypto';

/**
 * A secret of 256 random bits, of which the database keeps the hash alone.
 * @param prefix tells what such a text is where it was left by mistake: in a repository, in a log
 */
export function createSecretToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** SHA-256 is enough for what nobody can guess. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** How exactly the last use of a secret is kept, in milliseconds: a row is not written at every call. */
export const useResolution = 60_000;

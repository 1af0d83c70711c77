import { hash, randomBytes } from 'node:crypto';

/**
 * Creates a secret of 256 random bits. The database stores only its hash.
 * @param prefix identifies the kind of a secret that was leaked to a repository or log
 */
export function createSecretToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** SHA-256 is enough for random secrets. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

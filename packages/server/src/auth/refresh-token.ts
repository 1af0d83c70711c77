import { createHash, randomBytes } from 'node:crypto';

/** A refresh token: 256 random bits. The database keeps its hash alone. */
export function createRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 is enough for what nobody can guess. */
export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

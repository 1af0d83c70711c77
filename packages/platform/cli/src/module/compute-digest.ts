import { createHash } from 'node:crypto';

/** The SHA-384 digest of a file as the portal names it: base64url. */
export function computeDigest(content: Uint8Array): string {
  return createHash('sha384').update(content).digest('base64url');
}

import { createHash } from 'node:crypto';

/** The digest of a content, as `fileDigestSchema` of contract has it. */
export function digestOf(content: Buffer): string {
  return createHash('sha384').update(content).digest('base64url');
}

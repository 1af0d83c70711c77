import { createHash } from 'node:crypto';

/** Stores the contents of modules' files by their digest (a SHA-384 as base64url), for all processes. */
export interface ModuleFileStore {
  /** Lists the digests whose content is not stored. */
  missing(digests: readonly string[]): Promise<string[]>;
  /** Stores a content. Storing it again changes nothing. */
  put(digest: string, content: Buffer): Promise<void>;
  get(digest: string): Promise<Buffer | undefined>;
}

/** The digest of a content in the form of `fileDigestSchema`. */
export function computeDigest(content: Buffer): string {
  return createHash('sha384').update(content).digest('base64url');
}

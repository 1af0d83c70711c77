/** Keeps the contents of modules' files by their digest (a SHA-384 as base64url), the same for every process. */
export interface ModuleFileStore {
  /** Which of these contents are not kept. */
  missing(digests: readonly string[]): Promise<string[]>;
  /** Keeps a content; one that is kept already stays. */
  put(digest: string, content: Buffer): Promise<void>;
  get(digest: string): Promise<Buffer | undefined>;
}

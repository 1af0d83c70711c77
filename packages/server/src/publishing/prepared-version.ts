import { createHash } from 'node:crypto';
import type { ModuleFile } from '@portico/contract';

/** A version whose files have been checked: all that is left is to write it down. */
export interface PreparedVersion {
  readonly module: string;
  readonly version: string;
  /** Of the entry: a path of the portal, or an absolute address. */
  readonly address: string;
  /** The integrity of the entry and of its chunks, by address. */
  readonly integrity: Readonly<Record<string, string>>;
  /** The uploaded ones; empty where the team hosts them. */
  readonly files: readonly ModuleFile[];
  /** Equal for equal content at equal addresses. */
  readonly fingerprint: string;
}

/** The version that content has by itself: 12 hexadecimal digits of a SHA-256 over the entry, the names and the digests. */
export function versionOfContent(entry: string, files: readonly ModuleFile[]): string {
  return fingerprintOf(entry, files).slice(0, 12);
}

/** The `fingerprint` of a version with its entry at this address and these files. */
export function fingerprintOf(address: string, files: readonly ModuleFile[]): string {
  const lines = files.map(({ name, digest }) => `${name} ${digest}`).sort();
  return createHash('sha256')
    .update([address, ...lines].join('\n'))
    .digest('hex');
}

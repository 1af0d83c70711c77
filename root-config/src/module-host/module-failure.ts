import type { ModuleFailureKind } from '@portico/shared';
import { type VersionMismatch, versionMismatchOf } from './version-mismatch';

/** A module could not be shown. `address` is where it was loaded from, if the import map has it. */
export class ModuleFailure extends Error {
  override readonly name = 'ModuleFailure';
  readonly kind: ModuleFailureKind;
  readonly address: string | undefined;
  /** The shared library that does not fit, where that is what is wrong. */
  readonly mismatch: VersionMismatch | undefined;

  constructor(kind: ModuleFailureKind, address: string | undefined, cause?: unknown) {
    super(cause instanceof Error ? cause.message : String(cause ?? kind), { cause });
    this.mismatch = versionMismatchOf(cause);
    this.kind = this.mismatch ? 'version-mismatch' : kind;
    this.address = address;
  }
}

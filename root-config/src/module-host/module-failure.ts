import type { ModuleFailureKind } from '@portico/shared';

/** A module could not be shown. `address` is where it was loaded from, if the import map has it. */
export class ModuleFailure extends Error {
  override readonly name = 'ModuleFailure';
  readonly kind: ModuleFailureKind;
  readonly address: string | undefined;

  constructor(kind: ModuleFailureKind, address: string | undefined, cause?: unknown) {
    super(cause instanceof Error ? cause.message : String(cause ?? kind), { cause });
    this.kind = kind;
    this.address = address;
  }
}

import type { ModuleFailureKind } from '@portico/shared';
import { version } from 'react';

/** A library that the portal shares with modules, in a version that a module does not accept. */
interface VersionMismatch {
  readonly library: string;
  readonly required: string;
  readonly found: string;
}

// The messages of webpack's module federation: for a strict singleton, and for a library that only the portal provides.
const unsatisfied =
  /^Unsatisfied version (?<found>\S+) from \S+ of shared singleton module (?<library>\S+) \(required (?<required>.+)\)$/;
const missing =
  /^No satisfying version \((?<required>.+?)\) of shared module (?<library>\S+) .*\s+Available versions: (?<found>\S+)/;

// React 18 builds look for these internals in the portal's React.
const formerReact = /ReactCurrent[A-Z]/;

/** Reads the mismatch from the error of a module; `undefined` if it failed for another reason. */
export function parseVersionMismatch(error: unknown): VersionMismatch | undefined {
  if (!(error instanceof Error)) return undefined;
  if (formerReact.test(error.message)) return { library: 'react', required: '<19', found: version };
  const { found, library, required } = (unsatisfied.exec(error.message) ?? missing.exec(error.message))?.groups ?? {};
  return found && library && required ? { library, required, found } : undefined;
}

/** The reason why a module is not on screen. */
export class ModuleFailure extends Error {
  override readonly name = 'ModuleFailure';
  readonly kind: ModuleFailureKind;
  /** Where it was loaded from; `undefined` if the import map lacks it. */
  readonly address: string | undefined;
  /** For the kind `version-mismatch`. */
  readonly mismatch: VersionMismatch | undefined;

  constructor(kind: ModuleFailureKind, address: string | undefined, cause?: unknown) {
    super(cause instanceof Error ? cause.message : String(cause ?? kind), { cause });
    this.mismatch = parseVersionMismatch(cause);
    this.kind = this.mismatch ? 'version-mismatch' : kind;
    this.address = address;
  }
}

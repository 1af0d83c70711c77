/** A library that the portal shares with modules, in a version that a module cannot do with. */
export interface VersionMismatch {
  readonly library: string;
  readonly required: string;
  readonly found: string;
}

// How webpack's module federation puts it: of a singleton that is strict, and of a library that comes from the portal alone.
const unsatisfied =
  /^Unsatisfied version (?<found>\S+) from \S+ of shared singleton module (?<library>\S+) \(required (?<required>.+)\)$/;
const missing =
  /^No satisfying version \((?<required>.+?)\) of shared module (?<library>\S+) .*\s+Available versions: (?<found>\S+)/;

/** Whether it was the version of a shared library that a module failed for. */
export function versionMismatchOf(error: unknown): VersionMismatch | undefined {
  if (!(error instanceof Error)) return undefined;
  const { found, library, required } = (unsatisfied.exec(error.message) ?? missing.exec(error.message))?.groups ?? {};
  return found && library && required ? { library, required, found } : undefined;
}

import { readStorage, writeStorage } from '@portico/shared';
import * as v from 'valibot';

/**
 * The lists that this tab keeps over reloads, one of each kind for a unit of the import map: `failed` versions, the
 * `outcomes` that were reported, and the releases that the page was reloaded for (`reloads`).
 */
type List = 'failed' | 'outcomes' | 'reloads';

/** Reads a list, the latest line last; empty if the browser stores nothing. */
export function readList(list: List, unit: string): readonly string[] {
  return readStorage('sessionStorage', `portico:${list}:${unit}`)?.split('\n') ?? [];
}

/** Appends a line, and returns whether the browser has stored it. */
export function appendToList(list: List, unit: string, line: string): boolean {
  return writeStorage('sessionStorage', `portico:${list}:${unit}`, [...readList(list, unit), line].join('\n'));
}

/** Why a version failed (see ModuleFailure). A version that crashes has mounted before, and has no fallback. */
export const failedKindSchema = v.picklist([
  'load-error',
  'load-timeout',
  'wrong-exports',
  'version-mismatch',
  'mount-error',
  'mount-timeout',
]);

const failedVersionSchema = v.object({
  version: v.string(),
  address: v.string(),
  kind: failedKindSchema,
  message: v.string(),
  /** Milliseconds since 1970. */
  failedAt: v.number(),
  /**
   * falling-back ─► fell-back        The fallback is on screen.
   *      └────────► no-fallback      The fallback failed, too: the version may be tried again.
   */
  state: v.picklist(['falling-back', 'fell-back', 'no-fallback']),
});

/** A version of a module that failed to load or mount in this tab, while the version before it could replace it. */
type FailedVersion = v.InferOutput<typeof failedVersionSchema>;

/** Finds the stored failure of a version. */
export function findFailedVersion(name: string, version: string): FailedVersion | undefined {
  return readFailedVersions(name).findLast((failed) => failed.version === version);
}

/** Stores a failed version, or its new state, and returns whether the browser has stored it. */
export function storeFailedVersion(name: string, failed: FailedVersion): boolean {
  return appendToList('failed', name, JSON.stringify(failed));
}

/** Whether this tab avoids an address because its version (the given one, if known) failed. */
export function isRejected(name: string, address: string | undefined, version?: string): boolean {
  const failed = readFailedVersions(name).findLast(
    (each) => each.address === address && (version === undefined || each.version === version),
  );
  return failed !== undefined && failed.state !== 'no-fallback';
}

function readFailedVersions(name: string): FailedVersion[] {
  return readList('failed', name).flatMap((line) => {
    const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), failedVersionSchema), line);
    return success ? [output] : [];
  });
}

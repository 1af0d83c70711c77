import * as v from 'valibot';
import { appendToList, readList } from './session-list-storage';

/**
 * falling-back ─► fell-back        The fallback is on screen.
 *      └────────► no-fallback      The fallback failed, too: the version may be tried again.
 */
const stateSchema = v.picklist(['falling-back', 'fell-back', 'no-fallback']);

const failedVersionSchema = v.object({
  version: v.string(),
  address: v.string(),
  /** Why it failed: see ModuleFailure. */
  kind: v.picklist(['load-error', 'load-timeout', 'wrong-exports', 'version-mismatch', 'mount-error', 'mount-timeout']),
  message: v.string(),
  /** Milliseconds since 1970. */
  failedAt: v.number(),
  state: stateSchema,
});

/** A version of a module that failed to load or mount in this tab, while the version before it could take its place. */
type FailedVersion = v.InferOutput<typeof failedVersionSchema>;

/** Finds what this tab has stored about a version; it survives reloads. */
export function findFailedVersion(name: string, version: string): FailedVersion | undefined {
  return readFailedVersions(name).findLast((failed) => failed.version === version);
}

/**
 * Stores a failed version, or its new state.
 * @returns whether the browser has stored it
 */
export function storeFailedVersion(name: string, failed: FailedVersion): boolean {
  return appendToList('failed', name, JSON.stringify(failed));
}

/**
 * Whether this tab avoids an address because its version failed.
 * @param version of the address now, if known
 */
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

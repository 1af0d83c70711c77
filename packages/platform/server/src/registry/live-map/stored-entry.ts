import type { Entry, SharedPackages } from '@portico/contract';

/** What the source of a federation's container says of it. */
export interface StoredContainer {
  /** Its library type, as the federation names it. */
  readonly type: 'module' | 'system' | 'var';
  /** What it exposes the module as, if the entry says so. */
  readonly expose?: string;
}

/** What is known of the entry of a version. */
export interface StoredEntry extends Entry {
  /** The packages and modules that it imports by name. */
  readonly shared?: SharedPackages;
  /** Absent for a module that is no container, and for versions that were published before it was looked for. */
  readonly container?: StoredContainer;
}

/** What pages need: no ranges, because the map has the versions that they lead to. */
export function getPageEntry({ container: _, shared: _shared, ...entry }: StoredEntry): Entry {
  return entry;
}

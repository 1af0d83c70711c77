import type { Entry, SharedPackages } from '@portico/contract';

/** What is known of the entry of a version. Pages need no ranges: the map has the versions that they lead to. */
export interface StoredEntry extends Entry {
  /** The packages and modules that it imports by name. */
  readonly shared?: SharedPackages;
}

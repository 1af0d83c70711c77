import React, { version } from 'react';

/** The share scope of webpack's module federation: per name and version, how to get the module. */
export type ShareScope = Record<string, Record<string, SharedModule>>;

interface SharedModule {
  readonly get: () => () => unknown;
  readonly from: string;
  readonly eager: boolean;
  /** Marked loaded, so that a container neither replaces it by its own copy of the version nor prefers a newer one. */
  readonly loaded: 1;
}

// The shell's React is one object that answers to all four names: see libraries/react.ts.
const shared: SharedModule = { get: () => () => React, from: '@portico/root-config', eager: true, loaded: 1 };

/** What the shell offers to every container: its own React under the names that modules import. */
export const shareScope: ShareScope = Object.fromEntries(
  ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'].map((name) => [name, { [version]: shared }]),
);

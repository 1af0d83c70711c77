import type { Entry, ModuleFailureKind, OverrideChange } from '@portico/contract';
import { atom } from 'jotai';
import type { ReactNode } from 'react';

/** The exports of `@portico/developer` beside its lifecycles. The shell imports it by name, only for developers. */
export interface DeveloperBundle {
  /** Explains the failure of an override; `undefined` when the name is not overridden in this page. */
  readonly explainOverrideFailure: (failed: FailedName) => Promise<OverrideFailure | undefined>;
  /** Returns how to load an override, by its source. Adds the addresses that the source leads to to the import map. */
  readonly resolveEntry: (address: string) => Promise<ResolvedEntry>;
  /** Returns the style sheets that the server of an override names. */
  readonly findStyles: (address: string) => Promise<Entry['styles']>;
}

/** A module in the form of SystemJS: the addresses that it imports, and the function that declares its exports. */
type Registration = readonly [
  imports: readonly string[],
  declare: (add: (exports: System.Module) => void) => {
    readonly setters: readonly ((exports: System.Module) => void)[];
    readonly execute: () => void;
  },
];

/** How to load an entry: by its form, or by a module that replaces it. */
export type ResolvedEntry = Entry['form'] | Registration;

/** A name of the import map that failed. */
export interface FailedName {
  readonly name: string;
  readonly kind: ModuleFailureKind;
  /** Tries again with the current files of the import map. */
  readonly retry: () => void;
}

/** The additions to the failure panel for an overridden name. */
export interface OverrideFailure {
  readonly note: ReactNode;
  readonly action: ReactNode;
}

/** The content of the developer dialog: the overrides, or the question about a link. */
interface DeveloperRequest {
  /** `<name>,<address>`, as `portico dev` prints it. */
  readonly link?: string;
  /** A change that the user has chosen in the console: it is made without another question. */
  readonly change?: OverrideChange;
}

/** Set while the developer dialog is open or opening: the shell then mounts its parcel. */
export const developerRequestAtom = atom<DeveloperRequest | undefined>(undefined);

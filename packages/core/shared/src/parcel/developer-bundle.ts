import type { Entry, ModuleFailureKind } from '@portico/contract';
import { atom } from 'jotai';
import type { ReactNode } from 'react';

/** What `@portico/developer` exports beside its lifecycles. The shell imports it by name, only for developers. */
export interface DeveloperBundle {
  /** `undefined` when the name is not overridden in this page. */
  readonly explainOverrideFailure: (failed: FailedName) => Promise<OverrideFailure | undefined>;
  /** How to load an override, by its source. What that leads to is entered into the import map. */
  readonly resolveEntry: (address: string) => Promise<ResolvedEntry>;
  /** The style sheets that the server of an override names. */
  readonly findStyles: (address: string) => Promise<Entry['styles']>;
}

/** A module as SystemJS takes it: the addresses that it imports, and what declares its exports. */
type Registration = readonly [
  imports: readonly string[],
  declare: (add: (exports: System.Module) => void) => {
    readonly setters: readonly ((exports: System.Module) => void)[];
    readonly execute: () => void;
  },
];

/** How an entry is loaded: as its form says, or by a module that stands in for it. */
export type ResolvedEntry = Entry['form'] | Registration;

/** A name of the import map that failed. */
export interface FailedName {
  readonly name: string;
  readonly kind: ModuleFailureKind;
  /** Tries again with the current files of the import map. */
  readonly retry: () => void;
}

/** What the failure panel adds for an overridden name. */
export interface OverrideFailure {
  readonly note: ReactNode;
  readonly action: ReactNode;
}

/** What the developer dialog shows: the overrides, or the question of a link. */
interface DeveloperRequest {
  /** `<name>,<address>`, as `portico dev` prints it. */
  readonly link?: string;
}

/** Set while the developer dialog is open, or is to open: its parcel is mounted for it. */
export const developerRequestAtom = atom<DeveloperRequest | undefined>(undefined);

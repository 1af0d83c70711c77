import type { ModuleFailureKind } from '@portico/contract';
import type { ReactNode } from 'react';
import type { MountParcel } from '../parcel/create-parcel';

/** What `@portico/developer` gives to the rest of the shell, which imports it by its name, for developers alone. */
export interface DeveloperBundle {
  /**
   * Draws the badge of overrides, once in a page, and the dialog.
   * @param request of the dialog; without it only the badge is drawn
   */
  readonly showDeveloper: (mountParcel: MountParcel, request?: DeveloperRequest) => Promise<void>;
  /** `undefined` when the name is not overridden in this page. */
  readonly explainFailure: (failed: FailedName) => Promise<OverrideFailure | undefined>;
}

/** What the dialog is to show: what is overridden, or the question of a link. */
export interface DeveloperRequest {
  /** `<name>,<address>`, as `portico dev` prints it. */
  readonly link?: string;
}

/** A name of the import map that could not be shown. */
export interface FailedName {
  readonly name: string;
  readonly kind: ModuleFailureKind;
  /** Tries again with the files that the import map names by then. */
  readonly retry: () => void;
}

/** What the failure panel of an overridden name says and offers beside what it always does. */
export interface OverrideFailure {
  readonly note: ReactNode;
  readonly action: ReactNode;
}

import type { ModuleFailure } from './module-failure';

/** What the host asks and tells about a version that may have to give way to the one before it. */
export interface ModuleTrial {
  /** Before each import: by then it is settled which version this tab loads. */
  readonly prepare: () => Promise<void>;
  /** What was loaded is on screen. */
  readonly noteMount: () => void;
  /** How to run another version instead, if there is one to run; changes nothing by itself. */
  readonly retreatFrom: (failure: ModuleFailure) => Promise<Retreat | undefined>;
}

/** From a version that has failed to the one before it. `start`, then one of the others. */
export interface Retreat {
  /** From now on the name leads to the other version. What failed has been forgotten. */
  readonly start: () => void;
  /** The other version is on screen. */
  readonly succeed: () => void;
  /** That failed, too, and has been forgotten: the name leads where it did. */
  readonly undo: () => void;
}

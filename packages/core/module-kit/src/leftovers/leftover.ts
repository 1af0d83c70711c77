/** Something that a module started and did not end. */
export interface Leftover {
  /** For example `a listener of "resize" on window`. */
  readonly description: string;
  /** The stack of the call that started it, if that is known. */
  readonly stack: string | undefined;
  /** Ends it. */
  remove(): void;
}

/** Records what is started, and by which owner. */
export interface LeftoverWatch {
  /** What this owner started and nobody has ended. */
  leftBy(owner: string): Leftover[];
  /** Stops recording. */
  end(): void;
}

/** The owner of what is started right now; `undefined` when nobody is responsible. */
export type CurrentOwner = () => string | undefined;

/** Something that was begun and not ended. */
export interface Leftover {
  /** As it stands in "… left behind: a listener of "resize" on window". */
  readonly description: string;
  /** Ends it. */
  remove(): void;
}

/** Notes what is begun, and by whom. */
export interface LeftoverWatch {
  /** What this owner has begun, and nobody has ended yet. */
  leftBy(owner: string): Leftover[];
  /** Notes no more. */
  end(): void;
}

/** Who is beginning something right now; `undefined` where nobody is to be asked about it. */
export type CurrentOwner = () => string | undefined;

/** Unsaved text. */
export interface Draft {
  name: string;
}

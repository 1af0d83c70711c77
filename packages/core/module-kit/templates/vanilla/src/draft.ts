/** What is typed and not saved. */
export interface Draft {
  name: string;
}

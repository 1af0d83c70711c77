/** Files beside the code that commands need, as absolute paths: they lie elsewhere in the tree than in the package. */
export interface BundledFiles {
  /** The folder of this package. */
  readonly folder: string;
  /** The module that `create` copies. */
  readonly template: string;
  /** The build of the shell, of which `check` takes what a module meets of a portal. */
  readonly shell: string;
}

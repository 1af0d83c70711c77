import type { ModuleFailure } from './module-failure';

/**
 * How the owner of the import map takes part in loading one application: it decides which address the name leads to.
 */
export interface ImportMapHooks {
  /** Runs before each import; may change the address. */
  readonly beforeImport: () => Promise<void>;
  /** Runs when an import has failed; the address may have changed afterwards. */
  readonly onImportError: () => Promise<void>;
  /** The application is on screen. */
  readonly onMount: () => void;
  /**
   * Returns the failure to show; `undefined` if the page is being reloaded instead, which it must not if the user
   * `hasLeft`.
   */
  readonly onFailure: (failure: ModuleFailure, hasLeft: () => boolean) => Promise<ModuleFailure | undefined>;
}

/** Why a module, or a part of the shell, is not on screen; the failure panel has a sentence for each. */
export type ModuleFailureKind =
  | 'not-installed'
  | 'load-error'
  | 'load-timeout'
  | 'wrong-exports'
  | 'version-mismatch'
  | 'mount-error'
  | 'mount-timeout'
  | 'crash';

/**
 * How a fault was met: as a failure with a panel, while leaving, by `portal.report` or the shell's own code
 * (`reported`), or because nobody caught it in an event handler, a timer or a promise.
 */
export type ReportKind = ModuleFailureKind | 'unmount-error' | 'reported' | 'uncaught' | 'unhandled-rejection';

/** Something that went wrong in the page, for the operator. It holds nothing of the user but what `error` holds. */
export interface PortalReport {
  readonly kind: ReportKind;
  /** What was thrown or reported, as a rule an `Error`; of a failure, its `cause` is what the module threw. */
  readonly error: unknown;
  /** What was being done, where the error does not say it. */
  readonly message: string | undefined;
  /**
   * The name in the import map of the module (`@module/<key>`) or parcel of the shell at fault; `undefined` for scripts
   * that are neither's, and where nobody can tell.
   */
  readonly source: string | undefined;
  /** The version or hash in the address of the source, if it has one. */
  readonly version: string | undefined;
  /** Where the source is loaded from; without a source, the script that threw, if known. */
  readonly address: string | undefined;
  /** The key of the tenant whose page it is. */
  readonly tenant: string | undefined;
}

/** What the module `@portico/reporter` of the import map exports, where an operator has one. */
export interface Reporter {
  /** Takes one report; whatever it throws or rejects with is logged and changes nothing. */
  report(report: PortalReport): void | Promise<void>;
}

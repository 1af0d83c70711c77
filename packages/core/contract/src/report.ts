/** The reasons why a module or a part of the shell is not shown. */
const moduleFailureKinds = [
  'not-installed',
  'load-error',
  'load-timeout',
  'wrong-exports',
  'version-mismatch',
  'mount-error',
  'mount-timeout',
  'crash',
  // Only parcels of modules: the user has no access to the module, its version has none of that name, or it is inside
  // itself.
  'not-granted',
  'no-parcel',
  'cycle',
] as const;

/** The reason why a module or a part of the shell is not shown. The failure panel has a text for each reason. */
export type ModuleFailureKind = (typeof moduleFailureKinds)[number];

/**
 * The origins of an error: a failure with a panel, an error while unmounting, a call of `report` (`reported`), or an
 * uncaught error of an event handler, a timer or a promise, or a need that the content policy blocks (`policy-violation`).
 */
export const reportKinds = [
  ...moduleFailureKinds,
  'unmount-error',
  'reported',
  'uncaught',
  'unhandled-rejection',
  'policy-violation',
] as const;

/** The origin of an error. */
export type ReportKind = (typeof reportKinds)[number];

/** A report of an error in the page, for the operator. Only `error` may contain data of the user. */
export interface PortalReport {
  readonly kind: ReportKind;
  /** The thrown or reported value, usually an `Error`. The `cause` of a failure is the error of the module. */
  readonly error: unknown;
  /** The action that failed, if the error does not name it. */
  readonly message: string | undefined;
  /** The import map name of the module (`@module/<key>`) or parcel that caused the error; `undefined` if unknown. */
  readonly source: string | undefined;
  /** The version or hash in the address of the source, if it has one. */
  readonly version: string | undefined;
  /** The address of the source, or of the script that threw, if known. */
  readonly address: string | undefined;
  /** The key of the tenant of the page. */
  readonly tenant: string | undefined;
  /** The id of the API's call that failed, otherwise of the page: the log of the server has it, too. */
  readonly requestId: string | undefined;
}

/** The export of the module `@portico/reporter`, which an operator may add to the import map. */
export interface Reporter {
  /** Receives a report. Its own errors are logged and have no effect. */
  report(report: PortalReport): void | Promise<void>;
}

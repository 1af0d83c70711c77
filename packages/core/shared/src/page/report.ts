import type { ReportKind } from '@portico/contract';
import { getDeparture } from './departure';

/** An error, and what its reporter knows about it. */
export interface ErrorReport {
  readonly kind: ReportKind;
  readonly error: unknown;
  /** The name in the import map of the part that failed, if known. */
  readonly source?: string | undefined;
  /** The action that failed, if the error does not name it. */
  readonly message?: string;
  /** The script that threw, if no source is known. */
  readonly address?: string | undefined;
}

/** Errors already reported, with their causes: a module failure wraps what the module threw. */
const reported = new WeakSet<Error>();
let receive: ((report: ErrorReport) => void) | undefined;

/**
 * Reports an error to the console and to the operator. Every error of the page passes through this function. It drops an
 * error that was already reported, also as the cause of another one, unless its kind is `reported`, which modules use.
 * It also drops errors during page unload.
 */
export function report(errorReport: ErrorReport): void {
  const departure = getDeparture();
  if (departure) void departure.then((end) => end === 'stayed' && reportNow(errorReport));
  else reportNow(errorReport);
}

function reportNow(errorReport: ErrorReport): void {
  const { kind, error, source, message } = errorReport;
  if (kind !== 'reported' && error instanceof Error && reported.has(error)) return;
  for (let each = error; each instanceof Error && !reported.has(each); each = each.cause) reported.add(each);
  // An error without a source was not caught, so the browser has logged it.
  if (source) console.error(`${message ? `${message} ` : ''}[portico] ${source}:`, error);
  receive?.(errorReport);
}

/** Marks an error as reported: `report` drops it, because the caller reports the failure that it caused. */
export function markReported(error: unknown): void {
  if (error instanceof Error) reported.add(error);
}

/** Sends all reports to `receiver` from now on. Only root-config calls it, before anything else runs. */
export function receiveReports(receiver: (report: ErrorReport) => void): void {
  receive = receiver;
}

import type { ReportKind } from '@portico/contract';

/** Something that went wrong, as far as whoever met it knows it. */
export interface Fault {
  readonly kind: ReportKind;
  readonly error: unknown;
  /** The name in the import map of what is at fault, if known. */
  readonly source?: string | undefined;
  /** What was being done, where the error does not say it. */
  readonly message?: string;
  /** The script that threw, where no source is known. */
  readonly address?: string | undefined;
}

/** What has been reported, and what caused it: a failure of a module wraps what the module threw. */
const known = new WeakSet<Error>();
let receive: ((fault: Fault) => void) | undefined;

/**
 * The one place that every fault of the page goes to: onto the console, and to the operator. An error that was
 * reported, or caused one that was, is not reported once more, unless somebody asks for it by `reported`.
 */
export function report(fault: Fault): void {
  const { kind, error, source, message } = fault;
  if (kind !== 'reported' && error instanceof Error && known.has(error)) return;
  for (let each = error; each instanceof Error && !known.has(each); each = each.cause) known.add(each);
  // What has no source was caught by nobody, and the browser has logged it already.
  if (source) console.error(`[portico] ${message ? `${source}: ${message}` : source}:`, error);
  receive?.(fault);
}

/** Says of an error that somebody deals with it, and reports what comes of it: nobody else has to. */
export function claimError(error: unknown): void {
  if (error instanceof Error) known.add(error);
}

/** Hands all faults over from now on; root-config does so before anything runs, completes them and delivers them. */
export function receiveReports(receiver: (fault: Fault) => void): void {
  receive = receiver;
}

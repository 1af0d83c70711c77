import { type ErrorReport, type Reporter, type ReportKind, receiveReports, report } from '@portico/shared';
import { attribute, getActiveImports, parseScripts } from './attribute';
import { createDelivery } from './create-delivery';
import { enrichReport } from './enrich-report';

/** The import map name of the module that connects the portal to the operator's error service. */
export const reporterName = '@portico/reporter';

let delivery: ReturnType<typeof createDelivery> | undefined;

interface ReportingOptions {
  readonly loadReporter: () => Promise<Reporter>;
  /** Sees every report before it is delivered. */
  readonly onReport: (report: ErrorReport) => void;
}

/** Reports uncaught errors from now on, and delivers all reports to the operator's reporter, if there is one. */
export function startReporting({ loadReporter, onReport }: ReportingOptions): void {
  const started = createDelivery(loadReporter);
  delivery = started;
  reportUncaught();
  receiveReports((report) => {
    onReport(report);
    const imports = getActiveImports();
    // Errors of the reporter do not go to the reporter: that would never end.
    if (imports[reporterName] && report.source !== reporterName) started.deliver(enrichReport(report, imports));
  });
}

/** Resolves once all reports so far have been delivered, or could not be. */
export async function flushReports(): Promise<void> {
  await delivery?.settle();
}

/** Reports uncaught errors and unhandled rejections, with the module or parcel that their stack names. */
function reportUncaught(): void {
  const reportLater = (kind: ReportKind, error: unknown, script?: string) => {
    // A script that does not parse is an uncaught error first; its failure, which has a panel, is reported right after.
    setTimeout(() => {
      const scripts = parseScripts(error);
      report({ kind, error, ...attribute(scripts.length > 0 || !script ? scripts : [script], getActiveImports()) });
    });
  };
  window.addEventListener('error', ({ error, message, filename }) =>
    reportLater('uncaught', error ?? message, filename),
  );
  window.addEventListener('unhandledrejection', ({ reason }) => reportLater('unhandled-rejection', reason));
}

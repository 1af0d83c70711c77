import {
  type ErrorReport,
  type PortalReport,
  type Reporter,
  type ReportKind,
  receiveReports,
  report,
} from '@portico/shared';
import { attribute, getActiveImports, parseScripts } from './attribute';
import { createDelivery } from './create-delivery';
import { enrichReport } from './enrich-report';

/** The import map name of the module that connects the portal to the operator's error service. */
export const reporterName = '@portico/reporter';

let delivery: ReturnType<typeof createDelivery> | undefined;
/** The reports on their way to the server. */
let sending: Promise<unknown> = Promise.resolve();

interface ReportingOptions {
  readonly loadReporter: () => Promise<Reporter>;
  /** Sees every report before it is delivered. */
  readonly onReport: (report: ErrorReport) => void;
}

/** Reports uncaught errors from now on, and sends all reports to the server and to the operator's reporter, if any. */
export function startReporting({ loadReporter, onReport }: ReportingOptions): void {
  const started = createDelivery(loadReporter);
  delivery = started;
  reportUncaught();
  receiveReports((report) => {
    onReport(report);
    const imports = getActiveImports();
    const enriched = enrichReport(report, imports);
    sending = Promise.all([sending, sendToServer(enriched)]);
    // Errors of the reporter do not go to the reporter: that would never end.
    if (imports[reporterName] && report.source !== reporterName) started.deliver(enriched);
  });
}

/** Few pages load the code for that. */
async function sendToServer(report: PortalReport): Promise<void> {
  const loaded = await import(/* webpackChunkName: "send-failure" */ './send-failure').catch(() => undefined);
  await loaded?.sendFailure(report);
}

/** Resolves once all reports so far have been sent and delivered, or could not be. */
export async function flushReports(): Promise<void> {
  await Promise.all([delivery?.settle(), sending]);
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

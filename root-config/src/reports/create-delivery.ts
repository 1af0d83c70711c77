import type { PortalReport, Reporter } from '@portico/shared';

/** How many reports wait for a reporter that does not load; the oldest are dropped. */
const maxWaiting = 50;

interface Delivery {
  deliver(report: PortalReport): void;
  /** Resolves once the reporter has taken all reports so far, or could not. */
  settle(): Promise<void>;
}

/**
 * Delivers reports to the operator's reporter, which is loaded for the first report; if that fails, the next report
 * tries again. Errors of the reporter itself only go to the console.
 */
export function createDelivery(load: () => Promise<Reporter>): Delivery {
  const waiting: PortalReport[] = [];
  let reporter: Reporter | undefined;
  let isLoading = false;
  let work: Promise<unknown> = Promise.resolve();

  const loadAndSend = async () => {
    try {
      const loaded = await load();
      reporter = loaded;
      await Promise.all(waiting.splice(0).map((report) => sendReport(loaded, report)));
    } catch (error) {
      logReporterError(error);
    } finally {
      isLoading = false;
    }
  };
  return {
    deliver(report) {
      if (reporter) {
        work = Promise.all([work, sendReport(reporter, report)]);
        return;
      }
      waiting.push(report);
      if (waiting.length > maxWaiting) waiting.shift();
      if (isLoading) return;
      isLoading = true;
      work = Promise.all([work, loadAndSend()]);
    },
    async settle() {
      await work;
    },
  };
}

async function sendReport(reporter: Reporter, report: PortalReport): Promise<void> {
  try {
    await reporter.report(report);
  } catch (error) {
    logReporterError(error);
  }
}

function logReporterError(error: unknown): void {
  console.error('[portico] @portico/reporter:', error);
}

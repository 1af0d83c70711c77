import { createLazy, type PortalReport, type Reporter } from '@portico/shared';

/** How many reports wait for a reporter that does not load; the oldest are dropped. */
const maxWaiting = 50;

/** Delivers reports to the operator's reporter, which loads for the first one. Its own errors go to the console. */
export function createDelivery(load: () => Promise<Reporter>) {
  const reporter = createLazy(async () => {
    try {
      return await load();
    } catch (error) {
      logReporterError(error);
      throw error;
    }
  });
  const waiting: PortalReport[] = [];
  let work: Promise<unknown> = Promise.resolve();
  const sendWaiting = (to: Reporter) => Promise.all(waiting.splice(0).map((report) => sendReport(to, report)));
  return {
    deliver(report: PortalReport): void {
      waiting.push(report);
      if (waiting.length > maxWaiting) waiting.shift();
      const sent = reporter.value ? sendWaiting(reporter.value) : reporter.load().then(sendWaiting, () => undefined);
      work = Promise.all([work, sent]);
    },
    /** Resolves once the reporter has taken all reports so far, or could not. */
    async settle(): Promise<void> {
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

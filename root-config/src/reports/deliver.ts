import type { PortalReport, Reporter } from '@portico/shared';

/** How many wait for a reporter that does not load; the oldest go. */
const waitingMax = 50;

/**
 * Delivers to a reporter that is fetched for the first report, and anew for the next one if that failed. Its own faults
 * go to the console alone.
 */
export function createDelivery(load: () => Promise<Reporter>): (report: PortalReport) => void {
  const waiting: PortalReport[] = [];
  let reporter: Reporter | undefined;
  let isLoading = false;

  const deliverWaiting = async () => {
    reporter = await load();
    for (const report of waiting.splice(0)) void hand(reporter, report);
  };
  return (report) => {
    if (reporter) return void hand(reporter, report);
    waiting.push(report);
    if (waiting.length > waitingMax) waiting.shift();
    if (isLoading) return;
    isLoading = true;
    deliverWaiting()
      .catch(complain)
      .finally(() => {
        isLoading = false;
      });
  };
}

async function hand(reporter: Reporter, report: PortalReport): Promise<void> {
  try {
    await reporter.report(report);
  } catch (error) {
    complain(error);
  }
}

function complain(error: unknown): void {
  console.error('[portico] @portico/reporter:', error);
}

import type { FastifyBaseLogger } from 'fastify';

/** Finds sessions that another process ended, and does again what failed; in milliseconds. */
const checkInterval = 30_000;

/**
 * Checks the sessions each half minute and when asked, once at a time. A request during a check causes one more
 * afterwards.
 */
export function createSessionCheck(check: () => Promise<void>, log: FastifyBaseLogger) {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;

  async function runAll(): Promise<void> {
    do {
      isAskedAgain = false;
      await check().catch((error: unknown) => log.error({ err: error }, 'Sessions could not be checked'));
    } while (isAskedAgain);
    running = undefined;
  }

  function run(): void {
    if (running === undefined) running = runAll();
    else isAskedAgain = true;
  }

  const timer = setInterval(run, checkInterval).unref();
  return {
    run,
    /** Ends it, and waits for the current check and a requested one. */
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

import type { FastifyBaseLogger } from 'fastify';

/** Delivers messages to connected browsers, at most once: the database has what counts (docs/decisions/0012). */
export interface Realtime {
  /** Sends a message without waiting. It is lost if the broker cannot be reached. */
  publish(topic: string, payload: string): void;
  /** Closes the connections of ended sessions soon. */
  disconnectEndedSessions(): void;
  /** Whether messages from this process reach all browsers. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

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

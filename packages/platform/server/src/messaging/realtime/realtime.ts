import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import pLimit from 'p-limit';

/** Delivers messages to connected browsers at most once. The database keeps the notifications (docs/decisions/0012). */
export interface Realtime {
  /** Sends a message without waiting. The message is lost if the broker cannot be reached. */
  publish(topic: string, payload: string): void;
  /** Closes the connections of ended sessions soon. */
  disconnectEndedSessions(): void;
  /** Whether messages from this process reach all browsers. */
  isReady(): Promise<boolean>;
  /** Whether this process has a broker now. */
  isConnected(): boolean;
  close(): Promise<void>;
}

/** Calls that may end sessions. */
const sessionCalls = /^\/(?:api\/(?:auth|operator\/(?:users|tenants)|scim\/v2\/Users)\b|signin$)/;

/** Runs a function after each call that may end a session. */
export function afterSessionCalls(app: FastifyInstance, run: () => void): void {
  app.addHook('onResponse', async ({ method, routeOptions }) => {
    if (method !== 'GET' && sessionCalls.test(routeOptions.url ?? '')) run();
  });
}

/** Interval of checks that find sessions ended by other processes and retry failures, in milliseconds. */
const checkInterval = 30_000;

/** Checks the sessions every half minute, and on request: once more after the current check. */
export function createSessionCheck(check: () => Promise<void>, log: FastifyBaseLogger) {
  const oneAtATime = pLimit(1);
  const checkLogged = () =>
    check().catch((error: unknown) => log.error({ err: error }, 'Sessions could not be checked'));

  function run(): void {
    if (oneAtATime.pendingCount === 0) void oneAtATime(checkLogged);
  }

  const timer = setInterval(run, checkInterval).unref();
  return {
    run,
    /** Stops the interval, and waits for the current check and a requested one. */
    close: async () => {
      clearInterval(timer);
      await oneAtATime(async () => {});
    },
  };
}

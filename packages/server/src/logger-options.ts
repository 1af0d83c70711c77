import { DrizzleQueryError } from 'drizzle-orm/errors';
import { type LoggerOptions, stdSerializers } from 'pino';
import type { Environment } from './environment';

/** Logs as JSON lines, or for reading on a terminal. Bodies, tokens and parameters of queries never get there. */
export function loggerOptions(level: Environment['LOG_LEVEL']): LoggerOptions | false {
  // Not merely silent: a transport is a thread of its own.
  if (level === 'silent') return false;
  return {
    level,
    serializers: { err: serializeError },
    ...(process.stdout.isTTY && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } },
    }),
  };
}

/** The message of a failed query holds its parameters, hashes and keys among them; its cause does not. */
function serializeError(error: Error) {
  if (!(error instanceof DrizzleQueryError)) return stdSerializers.err(error);
  const cause = error.cause ?? new Error('unknown');
  return { ...stdSerializers.err(cause), type: error.constructor.name, query: error.query };
}

import { listCauses } from './list-causes';

/** Codes of Node for a connection that cannot be made or broke. */
const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * Classes of PostgreSQL's codes: connection, resources, operator (shutdown, cancelled statements), and not accepting
 * connections.
 */
const stateClasses = /^(?:08|53|57|55000)/;

/** What node-postgres says without a code. */
const driverMessages = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/**
 * Whether an error, or what caused it, says that the database is away, overloaded or too slow, so that a later call may
 * succeed.
 */
export function isUnavailable(error: unknown): boolean {
  return listCauses(error).some(
    ({ code, message }) =>
      networkCodes.includes(code) || (code.length === 5 && stateClasses.test(code)) || driverMessages.test(message),
  );
}

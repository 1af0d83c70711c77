import { types } from 'node:util';

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

/** PostgreSQL's code for a row that refers to one that is not there. */
const foreignKeyViolation = '23503';

/** Whether a row could not be written because another one, that it refers to, has been deleted meanwhile. */
export function isReferenceGone(error: unknown): boolean {
  return listCauses(error).some(({ code }) => code === foreignKeyViolation);
}

interface Cause {
  /** Of Node or of PostgreSQL (SQLSTATE); empty if it has none. */
  readonly code: string;
  readonly message: string;
}

/** An error, what caused it, and so on. The query builder wraps what the database says. */
export function listCauses(error: unknown): Cause[] {
  // Not instanceof: errors of the network come from another realm in tests.
  if (!types.isNativeError(error)) return [];
  const code = 'code' in error ? String(error.code) : '';
  return [{ code, message: error.message }, ...listCauses(error.cause)];
}

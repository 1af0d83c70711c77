import { types } from 'node:util';

/** Node's codes for failed and broken connections. */
const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];

/** PostgreSQL's codes for connections, resources, the operator (shutdown, cancelled statements) and a starting server. */
const stateClasses = /^(?:08|53|57|55000)/;

/** Messages of node-postgres that have no code. */
const driverMessages = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** Whether an error or its cause says that the database is unavailable, overloaded or too slow: a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return listCauses(error).some(
    ({ code, message }) =>
      networkCodes.includes(code) || (code.length === 5 && stateClasses.test(code)) || driverMessages.test(message),
  );
}

/** PostgreSQL's code for a reference to a missing row. */
const foreignKeyViolation = '23503';

/** PostgreSQL's code for a second row with a unique value. */
const uniqueViolation = '23505';

/** Whether a write failed because another row has its unique value. */
export function isDuplicate(error: unknown): boolean {
  return listCauses(error).some(({ code }) => code === uniqueViolation);
}

/** Whether a write failed because a row that it refers to has been deleted meanwhile. */
export function isReferenceGone(error: unknown): boolean {
  return listCauses(error).some(({ code }) => code === foreignKeyViolation);
}

/** Lists an error and its causes: the query builder wraps errors. Codes are Node's or SQLSTATE, and may be empty. */
export function listCauses(error: unknown): { readonly code: string; readonly message: string }[] {
  // Not `instanceof`, because network errors come from another realm in tests.
  if (!types.isNativeError(error)) return [];
  const code = 'code' in error ? String(error.code) : '';
  return [{ code, message: error.message }, ...listCauses(error.cause)];
}

import { types } from 'node:util';

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

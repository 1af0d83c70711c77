import type { ErrorCode } from './messages-pt';

/** A call failed in a way that the caller is told: answered as `{code, message}` in the caller's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    options?: ErrorOptions,
  ) {
    super(code, options);
  }
}

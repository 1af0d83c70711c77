import type { ErrorCode } from './messages-pt';

export interface ApiErrorOptions extends ErrorOptions {
  /** What stands in the message for `{name}`. */
  readonly values?: Readonly<Record<string, string>>;
}

/** A call failed in a way that the caller is told: answered as `{code, message}` in the caller's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly values: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    { values = {}, ...options }: ApiErrorOptions = {},
  ) {
    super(code, options);
    this.values = values;
  }
}

import type { ErrorCode } from './messages-pt';

interface ApiErrorOptions extends ErrorOptions {
  /** Replaces `{name}` in the message. */
  readonly values?: Readonly<Record<string, string>>;
}

/** An error that the caller gets as `{code, message}` in their language. */
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

/** The response has `Retry-After`, in whole seconds. */
export class TooManyTriesError extends ApiError {
  constructor(readonly retryAfterSeconds: number) {
    super(429, 'too-many-tries', { values: { seconds: String(retryAfterSeconds) } });
  }
}

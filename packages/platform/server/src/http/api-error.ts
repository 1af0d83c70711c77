import type { ErrorCode } from '../i18n/i18n';

interface ApiErrorOptions extends ErrorOptions {
  /** Values for the placeholders of the message. */
  readonly values?: Readonly<Record<string, string>>;
  /** The value of `Retry-After`, in whole seconds. */
  readonly retryAfterSeconds?: number | undefined;
  /** The real reason, for the audit log alone. By default the code. */
  readonly reason?: string | undefined;
  /** The nearest right name, which the message offers. */
  readonly nearest?: string | undefined;
}

/** An error that is answered as `{code, message}` in the caller's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly values: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  readonly reason: string;
  readonly nearest: string | undefined;

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    { values = {}, retryAfterSeconds, reason = code, nearest, ...options }: ApiErrorOptions = {},
  ) {
    super(code, options);
    this.values = values;
    this.retryAfterSeconds = retryAfterSeconds;
    this.reason = reason;
    this.nearest = nearest;
  }
}

export class TooManyTriesError extends ApiError {
  /** @param bucket names the limit and the hashed subject that it counts: `limit:hash` */
  constructor(
    retryAfterSeconds: number,
    readonly bucket?: string,
  ) {
    super(429, 'too-many-tries', { values: { seconds: String(retryAfterSeconds) }, retryAfterSeconds });
  }
}

/** A queue of the server is full. */
export class BusyError extends ApiError {
  constructor(options: ErrorOptions = {}) {
    super(503, 'busy', { ...options, retryAfterSeconds: 5 });
  }
}

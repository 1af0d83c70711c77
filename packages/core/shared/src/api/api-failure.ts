/** A request without success: `status` is 0 without a usable answer, `message` fit to show, or empty. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: string;
  /** The wait before the next attempt in seconds, if the API says so (RFC 9110, section 10.2.3). */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    options: ErrorOptions & { readonly retryAfter?: number | undefined } = {},
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.retryAfter = options.retryAfter;
  }

  /** Whether the server could not answer, as opposed to refusing. */
  get isUnreachable(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** Whether an error is an `ApiFailure`. Compares names: an error of another bundle may have its own copy of the class. */
export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof Error && error.name === 'ApiFailure';
}

/** Whether an error is an `ApiFailure` because the server could not answer. */
export function isUnreachable(error: unknown): boolean {
  return isApiFailure(error) && error.isUnreachable;
}

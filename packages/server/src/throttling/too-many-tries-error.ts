import { ApiError } from '../errors/api-error';

/** Answered with `Retry-After`, in whole seconds. */
export class TooManyTriesError extends ApiError {
  constructor(readonly retryAfterSeconds: number) {
    super(429, 'too-many-tries', { values: { seconds: String(retryAfterSeconds) } });
  }
}

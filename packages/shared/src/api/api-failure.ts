import { apiErrorSchema } from '@portico/contract';
import { HTTPError } from 'ky';
import * as v from 'valibot';

interface ApiFailureOptions extends ErrorOptions {
  readonly retryAfter?: number | undefined;
}

/**
 * A call that did not succeed. `status` is 0 when no usable answer came (network, time-out, a body of another shape);
 * `message` is fit to show when the API sent one, otherwise empty.
 */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: string;
  /** How many seconds to wait before the next try, if the API says so (RFC 9110, section 10.2.3). */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, options: ApiFailureOptions = {}) {
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

/** By name, because an error that crosses bundles may come from another copy of the class. */
export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof Error && error.name === 'ApiFailure';
}

/** Turns what a call threw into an `ApiFailure`. */
export async function toApiFailure(error: unknown): Promise<ApiFailure> {
  if (error instanceof ApiFailure) return error;
  if (!(error instanceof HTTPError)) return new ApiFailure(0, 'unreachable', '', { cause: error });
  const body: unknown = await error.response.json().catch(() => undefined);
  const parsed = v.safeParse(apiErrorSchema, body);
  const { code, message } = parsed.success ? parsed.output : { code: 'unknown', message: '' };
  return new ApiFailure(error.response.status, code, message, {
    cause: error,
    retryAfter: retryAfterOf(error.response),
  });
}

function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

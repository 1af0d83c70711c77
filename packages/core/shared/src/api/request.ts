import { apiErrorSchema } from '@portico/contract';
import type { HTTPError, Options } from 'ky';
import * as v from 'valibot';
import { getDeparture } from '../page/departure';
import { createLazy } from '../parcel/lazy';
import { localeAtom } from '../settings/settings';
import { store } from '../store';
import { ApiFailure, isApiFailure } from './api-failure';
import { readPage } from './configuration';

/** The options of a request. */
export interface RequestOptions extends Omit<Options, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
  /** The access token to send; empty for none. */
  readonly token?: string;
}

// Loads once the sign-in form is on screen, or with a page that starts with a request. The chunk contains only the
// library: webpack can then concatenate our modules.
export const httpClient = createLazy(() => import(/* webpackChunkName: "api" */ 'ky'));

/** The timeout of every call, in milliseconds. */
export const answerTimeout = 15_000;

/** Sends a request with the cookies, the language, and this access token or none; throws an ApiFailure. */
export async function request(path: string, { token, headers, ...options }: RequestOptions = {}): Promise<Response> {
  try {
    const { default: ky } = await httpClient.load();
    return await ky(path, {
      prefixUrl: new URL(readPage().configuration.apiUrl, location.origin),
      credentials: 'include',
      // The caller decides whether to repeat a request.
      retry: 0,
      timeout: answerTimeout,
      ...options,
      headers: {
        'Accept-Language': store.get(localeAtom),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
  } catch (error) {
    if (isApiFailure(error)) throw error;
    if (isHttpError(error)) throw await createApiFailure(error);
    await getDeparture();
    throw new ApiFailure(0, 'unreachable', '', { cause: error });
  }
}

/** Sends a request as `request` does, and parses its body; throws an ApiFailure also when that has another shape. */
export async function requestJson<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  options?: RequestOptions,
): Promise<v.InferOutput<Schema>> {
  return parseBody(await request(path, options), schema);
}

/** Parses the body of a response by a schema; throws an ApiFailure when it has another shape. */
export async function parseBody<Schema extends v.GenericSchema>(
  response: Response,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, await response.json().catch(() => undefined));
  if (!result.success) throw new ApiFailure(0, 'unexpected-answer', '', { cause: result.issues });
  return result.output;
}

function isHttpError(error: unknown): error is HTTPError {
  return error instanceof Error && error.name === 'HTTPError';
}

async function createApiFailure(cause: HTTPError): Promise<ApiFailure> {
  const { response } = cause;
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = v.safeParse(apiErrorSchema, body);
  const { code, message } = parsed.success ? parsed.output : { code: 'unknown', message: '' };
  return new ApiFailure(response.status, code, message, { cause, retryAfter: parseRetryAfter(response.headers) });
}

function parseRetryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

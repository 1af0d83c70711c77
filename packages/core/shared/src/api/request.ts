import { apiErrorSchema } from '@portico/contract';
import type { HTTPError, Options } from 'ky';
import * as v from 'valibot';
import { getDeparture } from '../page/departure';
import { createLazy } from '../parcel/lazy';
import { localeAtom } from '../settings/settings';
import { store } from '../store';
import { ApiFailure, isApiFailure } from './api-failure';
import { readPage } from './configuration';

/** What a request sends beside its path. */
export interface RequestOptions extends Omit<Options, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
  /** The access token to send; empty for none. */
  readonly token?: string;
}

// Loads when the sign-in form stands, or with a page that begins with a request. The library alone: a module that is in
// this chunk as well could not be merged with the others.
export const httpClient = createLazy(() => import(/* webpackChunkName: "api" */ 'ky'));

/** How long the API may take to answer any call, in milliseconds. */
export const answerTimeout = 15_000;

/**
 * Sends a request to the API, with the cookies, the language, and this access token or none.
 * @throws ApiFailure when the API refuses or does not answer
 */
export async function request(path: string, { token, headers, ...options }: RequestOptions = {}): Promise<Response> {
  try {
    const { default: ky } = await httpClient.load();
    return await ky(path, {
      prefixUrl: new URL(readPage().configuration.apiUrl, location.origin),
      credentials: 'include',
      // The caller knows whether to repeat a request.
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

/**
 * Like `request`.
 * @returns the body of the answer, parsed by the schema
 * @throws ApiFailure also when the body has another shape
 */
export async function requestJson<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  options?: RequestOptions,
): Promise<v.InferOutput<Schema>> {
  return parseBody(await request(path, options), schema);
}

/** @throws ApiFailure when the body has another shape */
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

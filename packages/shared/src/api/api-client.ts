import type { Options } from 'ky';
import * as v from 'valibot';
import { createLazyPart } from '../parcel/lazy-part';
import { ApiFailure } from './api-failure';

// The sign-in form stands before the first call; the page host has it fetched meanwhile.
const httpPart = createLazyPart(() => import(/* webpackChunkName: "api" */ './http-client'));

/**
 * Calls the API: the bearer token and the language are added, cookies are sent, an expired token is renewed once.
 * @returns the body as the schema reads it
 * @throws ApiFailure
 */
export async function callApi<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  options?: Options,
): Promise<v.InferOutput<Schema>> {
  const body = await send(path, options).then((response) => response.json().catch(() => undefined));
  const result = v.safeParse(schema, body);
  if (!result.success) throw new ApiFailure(0, 'unexpected-answer', '', { cause: result.issues });
  return result.output;
}

/**
 * Like `callApi`, for calls whose answer has nothing to read.
 * @throws ApiFailure
 */
export async function send(path: string, options?: Options): Promise<Response> {
  const { request } = await httpPart.load().catch((cause: unknown) => {
    throw new ApiFailure(0, 'unreachable', '', { cause });
  });
  return request(path, options);
}

import type * as v from 'valibot';
import { isApiFailure } from '../http/api-failure';
import { parseBody, type RequestOptions, request } from '../http/request';
import { renewOrExpire, tokenForCall } from '../session/session';

/**
 * Calls the API with the access token of the session.
 * @returns the body of the answer, parsed by the schema
 * @throws ApiFailure when the API refuses, does not answer, or answers something else
 */
export async function callApi<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  options?: RequestOptions,
): Promise<v.InferOutput<Schema>> {
  return parseBody(await send(path, options), schema);
}

/**
 * Calls the API with the access token of the session, or with the one of `options`. The call of a session waits while
 * the session is restored or expired. A 401 renews the token and repeats the call, once, writes too; nothing else is
 * repeated.
 * @throws ApiFailure when the API refuses or does not answer
 */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  if (options.token) return request(path, options);
  const token = await tokenForCall();
  try {
    return await request(path, { ...options, token });
  } catch (error) {
    const isTokenRefused = token !== '' && isApiFailure(error) && error.status === 401;
    const newer = isTokenRefused ? await findNewerToken(token) : '';
    if (!newer) throw error;
    return request(path, { ...options, token: newer });
  }
}

/** Another call may have renewed the token meanwhile. */
async function findNewerToken(refused: string): Promise<string> {
  const present = await tokenForCall();
  return present && present !== refused ? present : renewOrExpire();
}

/**
 * Whether the server still accepts the session.
 * @throws ApiFailure when the server does not answer
 */
export async function validateSession(): Promise<boolean> {
  try {
    await send('auth/validate');
    return true;
  } catch (error) {
    if (isApiFailure(error) && error.status === 401) return false;
    throw error;
  }
}

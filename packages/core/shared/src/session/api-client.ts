import type { AfterResponseHook } from 'ky';
import type * as v from 'valibot';
import { ApiFailure } from '../api/api-failure';
import { httpClient, parseBody, type RequestOptions, request } from '../api/request';
import { renewOrExpire, tokenForCall } from './session';
import { getSessionState } from './session-state';

/** Calls the API as `send` does, and parses the answer; throws an ApiFailure also when it has another shape. */
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
  const caller = getUser();
  const token = await tokenForCall();
  const user = getUser();
  // The user has signed out while this waited, and another one may be signing in.
  if (caller !== '' && user !== caller) throw new ApiFailure(401, 'signed-out', '');
  let isRepeated = false;
  const repeatWithNewerToken: AfterResponseHook = async ({ headers }, _options, { status }) => {
    const newer = status === 401 && token !== '' && !isRepeated ? await findNewerToken(token) : '';
    // Never repeat a call as another user.
    if (newer === '' || getUser() !== user) return undefined;
    isRepeated = true;
    if (headers.get('Authorization')) headers.set('Authorization', `Bearer ${newer}`);
    return (await httpClient.load()).default.retry({ delay: 0 });
  };
  const hooks = { afterResponse: [repeatWithNewerToken] };
  return request(path, { retry: { limit: 1, methods: [] }, ...options, token, hooks });
}

/** Returns the e-mail of the signed-in user; empty when signed out. */
const getUser = () => getSessionState().session.email;

/** Returns the token, renewed unless another call has; empty when signed out: the cookie may be another user's. */
async function findNewerToken(refused: string): Promise<string> {
  const present = await tokenForCall();
  return present === refused ? renewOrExpire() : present;
}

import ky, { type KyInstance, type KyRequest, type Options } from 'ky';
import * as v from 'valibot';
import { readPage } from '../configuration/configuration';
import { accessTokenAtom } from '../session/session-atoms';
import { localeAtom } from '../settings/settings-atoms';
import { store } from '../store';
import { ApiFailure, toApiFailure } from './api-failure';

/** Gets a new access token; resolves to an empty string when there is none to be had. */
export type Renew = () => Promise<string>;

let renew: Renew | undefined;

/** The session tells the client how to renew its token; the client knows nothing else of the session. */
export function renewAccessTokenWith(renewal: Renew): void {
  renew = renewal;
}

// A 401 of these says that the credentials are wrong, not that the token is old.
const withoutRenewal = /\/auth(\/refresh|\/recover)?$/;

let client: KyInstance | undefined;

function getClient(): KyInstance {
  client ??= ky.create({
    prefixUrl: new URL(readPage().configuration.apiUrl, location.origin),
    credentials: 'include',
    // Who calls knows whether a repetition is wanted; only an expired token is repeated here.
    retry: 0,
    timeout: 15_000,
    hooks: {
      beforeRequest: [
        (request) => {
          request.headers.set('Accept-Language', store.get(localeAtom));
          const token = store.get(accessTokenAtom);
          if (token && !request.headers.has('Authorization')) request.headers.set('Authorization', `Bearer ${token}`);
        },
      ],
      afterResponse: [
        (request, _options, response) =>
          response.status === 401 && !withoutRenewal.test(new URL(request.url).pathname)
            ? repeatWithNewToken(request)
            : undefined,
      ],
    },
  });
  return client;
}

/** Once, for writes too. A 401 that carried an older token than the present one just repeats. */
async function repeatWithNewToken(request: KyRequest): Promise<Response | undefined> {
  const sent = request.headers.get('Authorization');
  if (!sent) return undefined;
  const present = store.get(accessTokenAtom);
  const token = present && sent !== `Bearer ${present}` ? present : await renew?.();
  if (!token) return undefined;
  const repetition = new Request(request);
  repetition.headers.set('Authorization', `Bearer ${token}`);
  return fetch(repetition);
}

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
  try {
    return await getClient()(path, options);
  } catch (error) {
    throw await toApiFailure(error);
  }
}

import { apiErrorSchema } from '@portico/contract';
import ky, { HTTPError, type KyInstance, type KyRequest, type NormalizedOptions, type Options } from 'ky';
import * as v from 'valibot';
import { readPage } from '../configuration/configuration';
import { localeAtom } from '../settings/settings-atoms';
import { store } from '../store';
import { ApiFailure } from './api-failure';
import { tokenSource } from './token-source';

// These get or end a session, so none of them waits for a token; their 401 says that the credentials are wrong.
const withoutToken = /\/auth(\/refresh|\/recover|\/invalidate)?$/;

/** How long a call may take, in milliseconds. */
const callLimit = 15_000;

let client: KyInstance | undefined;

function getClient(): KyInstance {
  client ??= ky.create({
    prefixUrl: new URL(readPage().configuration.apiUrl, location.origin),
    credentials: 'include',
    // Who calls knows whether a repetition is wanted; only an expired token is repeated here.
    retry: 0,
    timeout: callLimit,
    hooks: { beforeRequest: [authorize], afterResponse: [repeatWhenRefused] },
  });
  return client;
}

async function authorize(request: KyRequest, options: NormalizedOptions): Promise<void> {
  request.headers.set('Accept-Language', store.get(localeAtom));
  if (request.headers.has('Authorization')) return;
  const token = ownTokenOf(options) ?? (isWithoutToken(request) ? '' : await tokenSource().current());
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
}

/** Once, for writes too. A 401 that carried an older token than the present one just repeats. */
async function repeatWhenRefused(
  request: KyRequest,
  options: NormalizedOptions,
  response: Response,
): Promise<Response | undefined> {
  const sent = request.headers.get('Authorization');
  if (response.status !== 401 || !sent || ownTokenOf(options) || isWithoutToken(request)) return undefined;
  const present = await tokenSource().current();
  const token = present && sent !== `Bearer ${present}` ? present : await tokenSource().renew();
  if (!token) return undefined;
  const repetition = new Request(request);
  repetition.headers.set('Authorization', `Bearer ${token}`);
  return fetch(repetition, { signal: AbortSignal.timeout(callLimit) });
}

/** `context.token` of a call: the one token it is about, never another. */
function ownTokenOf({ context }: NormalizedOptions): string | undefined {
  return typeof context.token === 'string' ? context.token : undefined;
}

function isWithoutToken(request: KyRequest): boolean {
  return withoutToken.test(new URL(request.url).pathname);
}

/**
 * Sends a call: the bearer token and the language are added, cookies are sent, an expired token is renewed once.
 * @throws ApiFailure
 */
export async function request(path: string, options?: Options): Promise<Response> {
  try {
    return await getClient()(path, options);
  } catch (error) {
    throw await toApiFailure(error);
  }
}

/** Turns what a call threw into an `ApiFailure`. */
async function toApiFailure(error: unknown): Promise<ApiFailure> {
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

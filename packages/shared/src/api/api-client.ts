import ky, { type KyInstance, type KyRequest, type NormalizedOptions, type Options } from 'ky';
import * as v from 'valibot';
import { readPage } from '../configuration/configuration';
import { localeAtom } from '../settings/settings-atoms';
import { store } from '../store';
import { ApiFailure, toApiFailure } from './api-failure';

/** Where the client takes access tokens from; an empty string when there is none to be had. */
export interface TokenSource {
  /** For a call that is about to be sent. */
  current(): Promise<string>;
  /** Instead of one that was refused. */
  renew(): Promise<string>;
}

let tokens: TokenSource | undefined;

/** The session tells the client where tokens come from; the client knows nothing else of the session. */
export function takeTokensFrom(source: TokenSource): void {
  tokens = source;
}

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
  const token = ownTokenOf(options) ?? (isWithoutToken(request) ? '' : await tokens?.current());
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
  const present = await tokens?.current();
  const token = present && sent !== `Bearer ${present}` ? present : await tokens?.renew();
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

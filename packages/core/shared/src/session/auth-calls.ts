import {
  type App,
  accessTokenResponseSchema,
  appListSchema,
  type CurrentUser,
  currentUserSchema,
  type SignInRequest,
} from '@portico/contract';
import type { RetryOptions } from 'ky';
import { request, requestJson } from '../api/request';

// The same as for queries: three retries, after 1 s, 2 s and 4 s, but none after a refusal.
const retryUnreachable = {
  limit: 3,
  methods: ['get'],
  statusCodes: [500, 502, 503, 504],
  delay: (attempt) => 1_000 * 2 ** (attempt - 1),
} satisfies RetryOptions;

/** Signs in: `POST /auth`. Returns the access token. */
export async function requestToken(credentials: SignInRequest): Promise<string> {
  return (await requestJson('auth', accessTokenResponseSchema, { method: 'post', json: credentials })).access_token;
}

/** Refreshes the session of the cookie: `POST /auth/refresh`. Returns the new access token. */
export async function refreshToken(): Promise<string> {
  return (await requestJson('auth/refresh', accessTokenResponseSchema, { method: 'post' })).access_token;
}

/** Ends the session of the cookie, and that of the token, if any: `DELETE /auth/invalidate`. */
export async function invalidateSession(token = ''): Promise<void> {
  // `keepalive`: the user may close the tab immediately.
  await request('auth/invalidate', { method: 'delete', keepalive: true, token });
}

/** Fetches the user of a token, and their applications in the tenant. */
export async function fetchAccount(token: string, tenant: string): Promise<{ user: CurrentUser; apps: App[] }> {
  const options = { retry: retryUnreachable, token };
  const [user, apps] = await Promise.all([
    requestJson('users/me', currentUserSchema, options),
    requestJson(`tenants/${encodeURIComponent(tenant)}/apps`, appListSchema, options),
  ]);
  return { user, apps };
}

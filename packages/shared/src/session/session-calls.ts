import {
  type App,
  accessTokenResponseSchema,
  appListSchema,
  type CurrentUser,
  currentUserSchema,
  type SignInRequest,
} from '@portico/contract';
import type { RetryOptions } from 'ky';
import { callApi, send } from '../api/api-client';

// Two more tries before the portal says that it cannot reach the server; a refusal is never repeated.
const retryUnreachable = {
  limit: 2,
  methods: ['get', 'post'],
  statusCodes: [500, 502, 503, 504],
  backoffLimit: 2_000,
} satisfies RetryOptions;

/** `POST /auth`: the access token for these credentials. */
export async function postCredentials(credentials: SignInRequest): Promise<string> {
  return (await callApi('auth', accessTokenResponseSchema, { method: 'post', json: credentials })).access_token;
}

/** `POST /auth/refresh`: a new access token for the session of the cookie. */
export async function postRefresh(): Promise<string> {
  const answer = await callApi('auth/refresh', accessTokenResponseSchema, { method: 'post', retry: retryUnreachable });
  return answer.access_token;
}

/** `DELETE /auth/invalidate`: ends the session. */
export async function deleteSession(): Promise<void> {
  // Signing out is never held up for long by a server that does not answer.
  await send('auth/invalidate', { method: 'delete', timeout: 5_000 });
}

export function getCurrentUser(): Promise<CurrentUser> {
  return callApi('users/me', currentUserSchema, { retry: retryUnreachable });
}

export function getApps(tenant: string): Promise<App[]> {
  return callApi(`tenants/${encodeURIComponent(tenant)}/apps`, appListSchema, { retry: retryUnreachable });
}

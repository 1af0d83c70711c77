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
  methods: ['get'],
  statusCodes: [500, 502, 503, 504],
  backoffLimit: 2_000,
} satisfies RetryOptions;

/** `POST /auth`: the access token for these credentials. */
export async function postCredentials(credentials: SignInRequest): Promise<string> {
  return (await callApi('auth', accessTokenResponseSchema, { method: 'post', json: credentials })).access_token;
}

/** `POST /auth/refresh`: a new access token for the session of the cookie. Short, because other tabs wait for it. */
export async function postRefresh(): Promise<string> {
  const answer = await callApi('auth/refresh', accessTokenResponseSchema, { method: 'post', timeout: 4_000 });
  return answer.access_token;
}

/** `DELETE /auth/invalidate`: ends the session. */
export async function deleteSession(): Promise<void> {
  // It outlives a tab that is closed at once, and other tabs wait for it.
  await send('auth/invalidate', { method: 'delete', timeout: 4_000, keepalive: true });
}

/** The user of this very token, and her apps in the tenant; neither call waits for another token. */
export async function getAccount(token: string, tenant: string): Promise<{ user: CurrentUser; apps: App[] }> {
  const options = { retry: retryUnreachable, context: { token } };
  const [user, apps] = await Promise.all([
    callApi('users/me', currentUserSchema, options),
    callApi(`tenants/${encodeURIComponent(tenant)}/apps`, appListSchema, options),
  ]);
  return { user, apps };
}

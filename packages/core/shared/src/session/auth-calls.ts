import {
  type App,
  accessTokenResponseSchema,
  appListSchema,
  type CurrentUser,
  currentUserSchema,
  type PasswordResetRequest,
  type SignInRequest,
} from '@portico/contract';
import type { RetryOptions } from 'ky';
import { request, requestJson } from '../api/request';

// As for queries: three more attempts, after 1 s, 2 s and 4 s; a refusal is never repeated.
const retryUnreachable = {
  limit: 3,
  methods: ['get'],
  statusCodes: [500, 502, 503, 504],
  delay: (attempt) => 1_000 * 2 ** (attempt - 1),
} satisfies RetryOptions;

/** `POST /auth`: an access token for these credentials. */
export async function requestToken(credentials: SignInRequest): Promise<string> {
  return (await requestJson('auth', accessTokenResponseSchema, { method: 'post', json: credentials })).access_token;
}

/** `POST /auth/refresh`: a new access token for the session of the cookie. */
export async function refreshToken(): Promise<string> {
  return (await requestJson('auth/refresh', accessTokenResponseSchema, { method: 'post' })).access_token;
}

/** `DELETE /auth/invalidate`: ends the session of the cookie, and that of the token, if there is one. */
export async function invalidateSession(token = ''): Promise<void> {
  // It outlives a tab that is closed at once.
  await request('auth/invalidate', { method: 'delete', keepalive: true, token });
}

/** The user whose token this is, and their applications in the tenant. */
export async function fetchAccount(token: string, tenant: string): Promise<{ user: CurrentUser; apps: App[] }> {
  const options = { retry: retryUnreachable, token };
  const [user, apps] = await Promise.all([
    requestJson('users/me', currentUserSchema, options),
    requestJson(`tenants/${encodeURIComponent(tenant)}/apps`, appListSchema, options),
  ]);
  return { user, apps };
}

/**
 * Asks for a recovery code by e-mail. The server answers the same for every address.
 * @throws ApiFailure when the server refuses or does not answer
 */
export async function requestRecovery(email: string): Promise<void> {
  await request('auth/recover', { method: 'post', json: { email } });
}

/**
 * Sets a new password by the mailed code, and ends every session of the user.
 * @throws ApiFailure `code-invalid` when the code is wrong, used or too old
 */
export async function resetPassword(reset: PasswordResetRequest): Promise<void> {
  await request('auth/recover', { method: 'put', json: reset });
}

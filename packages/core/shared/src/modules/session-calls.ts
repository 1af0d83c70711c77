import { accessTokenResponseSchema, type PortalApi } from '@portico/contract';
import { isApiFailure } from '../api/api-failure';
import { callApi, send } from '../session/api-client';

/**
 * Gets an access token for another application and tenant, for which the cookie names the session and the Authorization
 * header is empty; or one of the user's sign-in provider for an audience.
 * @throws ApiFailure when the user may not have it
 */
export async function exchangeAccessToken(target: Parameters<PortalApi['exchange']>[0]): Promise<string> {
  const [path, headers] = 'audience' in target ? ['provider-token', {}] : ['exchange', { Authorization: '' }];
  const options = { method: 'post', json: target, headers };
  return (await callApi(`auth/${path}`, accessTokenResponseSchema, options)).access_token;
}

/** Whether the server still accepts the session; throws an ApiFailure when it does not answer. */
export async function validateSession(): Promise<boolean> {
  try {
    await send('auth/validate');
    return true;
  } catch (error) {
    if (isApiFailure(error) && error.status === 401) return false;
    throw error;
  }
}
